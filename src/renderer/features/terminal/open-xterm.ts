import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import type { TerminalId } from '#shared/ids.ts'
import { CELLS, MOST_WRITTEN, SCROLLBACK, type TerminalOutput } from '#shared/terminal/terminal.ts'
import type { TerminalLook } from '#shared/terminal/terminal-look.ts'
import type { Data } from '../../data/data.ts'
import { isMac } from '../../ui/base/command-key.ts'
import { clipboardRequest } from './clipboard-request.ts'
import { type TerminalKey, terminalKey } from './terminal-keys.ts'
import { terminalTheme } from './terminal-theme.ts'

type Deps = {
  readonly api: Data
  readonly terminalId: TerminalId
  readonly place: HTMLElement
  readonly label: string
  readonly look: TerminalLook
  readonly onKey: (key: TerminalKey) => void
  /** Called with the number of selected lines; 0 without a selection. */
  readonly onSelection: (lines: number) => void
  readonly onLink: (url: string) => void
  readonly onClipboard: (text: string) => void
  readonly report: (error: unknown) => void
}

export type Xterm = ReturnType<typeof openXterm>

/** Output that is drawn before main hears of it, in characters. */
const REPORT_AFTER = 100_000

/** Draws a terminal of main in the place, until it is closed. */
export function openXterm(deps: Deps) {
  const { api, terminalId, place, report } = deps
  const terminal = new Terminal({
    scrollback: SCROLLBACK,
    allowProposedApi: true,
    screenReaderMode: true,
    logLevel: 'off',
    ...drawnWith(deps.look, place),
    minimumContrastRatio: 4.5,
    theme: terminalTheme(),
    cursorInactiveStyle: 'outline',
    macOptionIsMeta: true,
    linkHandler: { activate: (_event, url) => deps.onLink(url) },
  })
  const search = new SearchAddon()
  const fit = new FitAddon()
  terminal.loadAddon(search)
  terminal.loadAddon(fit)
  terminal.loadAddon(new WebLinksAddon((_event, url) => deps.onLink(url)))
  leaveQueriesToMain(terminal)
  terminal.parser.registerOscHandler(52, (data) => {
    const text = clipboardRequest(data)
    if (text !== null) deps.onClipboard(text)
    return true
  })
  terminal.open(place)
  terminal.textarea?.setAttribute('aria-label', deps.label)
  terminal.textarea?.setAttribute('data-pane-focus', '')
  takeKeys(terminal, deps.onKey)
  terminal.onSelectionChange(() => deps.onSelection(selectedLines(terminal)))
  terminal.onData((data) => {
    for (let at = 0; at < data.length; at += MOST_WRITTEN) {
      api.command('terminal.write', { terminalId, data: data.slice(at, at + MOST_WRITTEN) }).catch(report)
    }
  })
  const stream = followOutput(deps, terminal)
  const measure = () => {
    const size = fit.proposeDimensions()
    if (size === undefined || !stream.isReady() || !isUsable(size)) return
    if (size.cols === terminal.cols && size.rows === terminal.rows) return
    terminal.resize(size.cols, size.rows)
    api.command('terminal.resize', { terminalId, ...size }).catch(report)
  }
  const sizes = new ResizeObserver(() => measure())
  sizes.observe(place)
  stream.ready.then(measure).catch(report)
  return {
    search,
    focus: () => terminal.focus(),
    /** Applies the colours of the current theme. */
    recolour: () => {
      terminal.options.theme = terminalTheme()
    },
    /** Applies the font and the cursor that the person chose. */
    restyle: (look: TerminalLook) => {
      Object.assign(terminal.options, drawnWith(look, place))
      measure()
    },
    clearSelection: () => terminal.clearSelection(),
    selection: () => terminal.getSelection(),
    /** The selected lines, or else the screen. */
    lines: () => linesOf(terminal),
    close: () => {
      sizes.disconnect()
      stream.close()
      terminal.dispose()
    },
  }
}

/** Shows the screen of main first, then its output, each character once. */
function followOutput({ api, terminalId, report }: Deps, terminal: Terminal) {
  let at: number | null = null
  let drawn = 0
  let isClosed = false
  const early: TerminalOutput[] = []
  const draw = (output: TerminalOutput, known: number) => {
    const text = output.data.slice(Math.max(0, known - output.at))
    terminal.write(text, () => {
      drawn += output.data.length
      if (drawn < REPORT_AFTER || isClosed) return
      api.command('terminal.drawn', { terminalId, count: drawn }).catch(report)
      drawn = 0
    })
  }
  const stop = api.onEvent((message) => {
    if (message.t !== 'terminal' || message.terminalId !== terminalId) return
    if (at === null) early.push(message)
    else draw(message, at)
  })
  const ready = api.command('terminal.attach', { terminalId }).then((screen) => {
    if (isClosed) return
    terminal.resize(screen.cols, screen.rows)
    terminal.write(screen.text)
    at = screen.at
    for (const output of early) draw(output, at)
  })
  return {
    ready,
    isReady: () => at !== null,
    close: () => {
      isClosed = true
      stop()
      api.command('terminal.detach', { terminalId }).catch(report)
    },
  }
}

/** Main answers the queries of programs, also while no window shows the terminal. */
function leaveQueriesToMain({ parser }: Terminal): void {
  const taken = () => true
  for (const prefix of [{}, { prefix: '>' }, { prefix: '=' }])
    parser.registerCsiHandler({ ...prefix, final: 'c' }, taken)
  for (const prefix of [{}, { prefix: '?' }]) {
    parser.registerCsiHandler({ ...prefix, final: 'n' }, taken)
    parser.registerCsiHandler({ ...prefix, intermediates: '$', final: 'p' }, taken)
  }
  parser.registerDcsHandler({ intermediates: '$', final: 'q' }, taken)
}

function takeKeys(terminal: Terminal, onKey: Deps['onKey']): void {
  terminal.attachCustomKeyEventHandler((event) => {
    const key = terminalKey(event, isMac(), terminal.hasSelection())
    if (key === null) return true
    if (event.type !== 'keydown') return false
    // The browser itself copies and pastes. The window handles F6 and the keys of the panel.
    if (key === 'copy') document.execCommand('copy')
    if (key === 'leave' || key === 'paste') return false
    event.preventDefault()
    event.stopPropagation()
    if (key !== 'copy') onKey(key)
    return false
  })
}

function selectedLines(terminal: Terminal): number {
  const range = terminal.getSelectionPosition()
  return range === undefined || !terminal.hasSelection() ? 0 : range.end.y - range.start.y + 1
}

function linesOf(terminal: Terminal): { readonly text: string; readonly count: number } {
  const selected = terminal.getSelection()
  const text = (selected === '' ? screenText(terminal) : selected).trimEnd()
  return { text, count: text === '' ? 0 : text.split('\n').length }
}

function screenText({ buffer, rows }: Terminal): string {
  const { active } = buffer
  const lines = Array.from({ length: rows }, (_, row) => active.getLine(active.viewportY + row))
  return lines.map((line) => line?.translateToString(true) ?? '').join('\n')
}

const isUsable = ({ cols, rows }: { cols: number; rows: number }): boolean =>
  [cols, rows].every((cells) => cells >= CELLS.least && cells <= CELLS.most)

/** Returns the options of a look. The font of the app draws what a chosen font lacks. */
function drawnWith({ font, fontSize, lineHeight, cursor, blinks }: TerminalLook, place: HTMLElement) {
  const own = getComputedStyle(place).getPropertyValue('--font-mono').trim()
  const fontFamily = font.trim() === '' ? own : `${font}, ${own}`
  return { fontFamily, fontSize, lineHeight, cursorStyle: cursor, cursorBlink: blinks } as const
}
