import type { TerminalId } from '#shared/ids.ts'
import type { FromTerminals, ShellStart, ToTerminals } from './messages.ts'
import type { Pty, StartPty } from './pty.ts'
import type { Screen } from './screen.ts'
import { createTidying } from './tidying.ts'

type Deps = {
  readonly post: (message: FromTerminals) => void
  readonly start: StartPty
  readonly screen: (size: { cols: number; rows: number }, answer: (data: string) => void) => Screen
  /** Schedules one callback; it runs only after output. */
  readonly after: (ms: number, act: () => void) => void
  /** Gives memory back that is not used any more. */
  readonly collect: () => void
}

type Shell = {
  readonly screen: Screen
  pty: Pty | null
  /** Characters of output so far, and those of them that are on the screen. */
  received: number
  parsed: number
  /** Output for windows that is not posted yet. */
  unsent: string
  isWatched: boolean
  isHeld: boolean
  isPaused: boolean
}

/** Output of one frame goes to windows together. */
const FRAME_MS = 8
/** Characters that may wait for the screen before the program has to wait. */
const MOST_WAITING = 1_000_000

/** Holds the pseudo terminals and their screens. Does nothing while no program prints. */
export function serveTerminals(deps: Deps): (message: ToTerminals) => void {
  const { post } = deps
  const shells = new Map<TerminalId, Shell>()
  const wasted = createTidying(deps)

  const open = (id: TerminalId, { cols, rows }: ShellStart): Shell => {
    const shell: Shell = {
      screen: deps.screen({ cols, rows }, (data) => shell.pty?.write(data)),
      pty: null,
      received: 0,
      parsed: 0,
      unsent: '',
      isWatched: false,
      isHeld: false,
      isPaused: false,
    }
    shells.set(id, shell)
    return shell
  }

  const start = (id: TerminalId, how: ShellStart) => {
    const shell = shells.get(id) ?? open(id, how)
    shell.screen.resize(how.cols, how.rows)
    try {
      const pty = deps.start(how, {
        onData: (data) => {
          print(deps, id, shell, data)
          wasted(data.length)
        },
        onExit: (code) => {
          shell.pty = null
          flush(deps, id, shell)
          post({ t: 'ended', id, code, problem: '' })
        },
      })
      shell.pty = pty
      shell.isPaused = false
      post({ t: 'started', id, pid: pty.pid })
    } catch (error) {
      post({ t: 'ended', id, code: null, problem: error instanceof Error ? error.message : String(error) })
    }
  }

  return (message) => {
    if (message.t === 'start') return start(message.id, message.start)
    const shell = shells.get(message.id)
    if (shell === undefined) return
    if (message.t === 'forget') {
      shells.delete(message.id)
      shell.screen.close()
      wasted(shell.parsed)
    } else act(deps, shell, message, wasted)
  }
}

type OfShell = Exclude<ToTerminals, { t: 'start' | 'forget' }>

function act(deps: Deps, shell: Shell, message: OfShell, wasted: (chars: number) => void): void {
  switch (message.t) {
    case 'write':
      shell.pty?.write(message.data)
      return
    case 'resize':
      shell.screen.resize(message.cols, message.rows)
      shell.pty?.resize(message.cols, message.rows)
      return
    case 'watch':
      // Earlier output is part of the screen that the window reads next.
      flush(deps, message.id, shell)
      shell.isWatched = message.on
      return
    case 'hold':
      shell.isHeld = message.on
      pace(shell)
      return
    case 'screen':
      shell.screen.read((content) => {
        deps.post({ t: 'screen', request: message.request, at: shell.parsed, ...content })
        wasted(content.text.length)
      })
      return
    case 'foreground':
      deps.post({
        t: 'foreground',
        request: message.request,
        program: shell.pty?.foreground() ?? '',
      })
      return
    case 'end':
      shell.pty?.end()
      return
  }
}

function print(deps: Deps, id: TerminalId, shell: Shell, data: string): void {
  shell.received += data.length
  shell.screen.write(data, () => {
    shell.parsed += data.length
    pace(shell)
  })
  if (shell.isWatched) {
    if (shell.unsent === '') deps.after(FRAME_MS, () => flush(deps, id, shell))
    shell.unsent += data
  }
  pace(shell)
}

function flush({ post }: Deps, id: TerminalId, shell: Shell): void {
  const { unsent, received } = shell
  shell.unsent = ''
  if (unsent !== '') post({ t: 'output', id, at: received - unsent.length, data: unsent })
}

/** Lets the program wait while the screen or a window lags behind. */
function pace(shell: Shell): void {
  const must = shell.isHeld || shell.received - shell.parsed > MOST_WAITING
  if (must === shell.isPaused || shell.pty === null) return
  shell.isPaused = must
  if (must) shell.pty.pause()
  else shell.pty.resume()
}
