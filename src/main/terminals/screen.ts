import { SerializeAddon } from '@xterm/addon-serialize'
import { Terminal } from '@xterm/headless'
import { SCROLLBACK } from '#shared/terminal/terminal.ts'

/** The screen of one terminal with its scrollback, drawn without a window. */
export type Screen = {
  /** Calls `parsed` when the text is on the screen. */
  readonly write: (text: string, parsed: () => void) => void
  readonly resize: (cols: number, rows: number) => void
  /** Calls back with the content once everything written before is on the screen. */
  readonly read: (done: (content: { text: string; cols: number; rows: number }) => void) => void
  readonly close: () => void
}

/** Creates a screen. `answer` receives replies to queries of programs, for example about the cursor position. */
export function createScreen(size: { cols: number; rows: number }, answer: (data: string) => void): Screen {
  const terminal = new Terminal({ ...size, scrollback: SCROLLBACK, allowProposedApi: true, logLevel: 'off' })
  const serializer = new SerializeAddon()
  terminal.loadAddon(serializer)
  terminal.onData(answer)
  return {
    write: (text, parsed) => terminal.write(text, parsed),
    resize: (cols, rows) => terminal.resize(cols, rows),
    read: (done) =>
      terminal.write('', () =>
        done({ text: serializer.serialize(), cols: terminal.cols, rows: terminal.rows }),
      ),
    close: () => terminal.dispose(),
  }
}
