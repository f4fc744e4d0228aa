import { AppError } from '#shared/errors.ts'
import type { AppEvent, WindowMessage } from '#shared/events/delivery.ts'
import type { TerminalId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { Terminal } from '#shared/terminal/terminal.ts'
import type { ProcessRoot, ProcessTree } from '../lib/programs/process-tree.ts'
import { createTerminalHost, type TerminalProcess } from './host.ts'
import type { FromTerminals, ShellStart } from './messages.ts'
import { shellName } from './shell-choice.ts'
import type { Viewers } from './viewers.ts'

type Program = ProcessRoot & { readonly command: string; readonly end: () => void }

export type ShellDeps = {
  readonly spawn: () => TerminalProcess
  /** Returns the shell to start. Throws when the one that the person chose is gone. */
  readonly shell: () => Promise<Pick<ShellStart, 'file' | 'args'>>
  readonly environment: (folder: string, signal: AbortSignal) => Promise<ShellStart['env']>
  /** Lists a shell in the process panel and ends it with the app. The returned function takes it out. */
  readonly watch: (program: Program) => () => void
  readonly tree: Pick<ProcessTree, 'end'>
  readonly send: (windowId: number, message: WindowMessage) => void
  readonly tell: (event: AppEvent) => void
  readonly logger: { readonly warn: (message: string, data: Record<string, unknown>) => void }
  readonly signal: AbortSignal
}

/** One terminal with its size, the windows that show it, and its shell. */
export type HeldTerminal = {
  terminal: Terminal
  size: Pick<ShellStart, 'cols' | 'rows'>
  readonly viewers: Viewers
  /** The running shell; null before its start and after its end. */
  live: { readonly pid: number; readonly over: () => void } | null
}

/** After a hang-up, a shell and its programs have this long to end. */
const GRACE_MS = 500

/** Starts and ends the shells of terminals, and passes their output to windows. */
export function createShells(deps: ShellDeps, held: ReadonlyMap<TerminalId, HeldTerminal>) {
  const changed = () => deps.tell({ kind: 'terminals.changed' })
  const host = createTerminalHost({
    spawn: deps.spawn,
    receive: (report) => receive(report),
    lost: () => {
      for (const each of held.values()) settle(each, null)
      changed()
    },
  })

  const hold = (id: TerminalId, must: boolean | null) => {
    if (must !== null) host.post({ t: 'hold', id, on: must })
  }

  const receive = (report: Exclude<FromTerminals, { request: number }>) => {
    const each = held.get(report.id)
    if (each === undefined) return
    if (report.t === 'output') {
      const { id, at, data } = report
      for (const windowId of each.viewers.all())
        deps.send(windowId, { t: 'terminal', terminalId: id, at, data })
      hold(id, each.viewers.sent(data.length))
    } else if (report.t === 'started') {
      const { pid } = report
      const root = { pid, mark: null, command: each.terminal.shell }
      each.live = { pid, over: deps.watch({ ...root, end: () => void end(each).catch(failed) }) }
    } else {
      if (report.problem !== '') deps.logger.warn('A shell could not start', { reason: report.problem })
      settle(each, report.code)
      changed()
    }
  }

  const failed = (error: unknown) => deps.logger.warn('A terminal did not end', { reason: String(error) })

  const start = async (each: HeldTerminal): Promise<void> => {
    const { id, folder } = each.terminal
    const [env, shell] = await Promise.all([deps.environment(folder, deps.signal), deps.shell()])
    // It was closed in the meantime. Nothing would list or end its shell.
    if (held.get(id) !== each) throw AppError.saying('other', say('terminal.gone'))
    each.terminal = { ...each.terminal, shell: shellName(shell.file) }
    host.post({ t: 'start', id, start: { ...shell, cwd: folder, env, ...each.size } })
    // After a crash, another process starts the shell, and it knows no windows.
    if (!each.viewers.isEmpty()) host.post({ t: 'watch', id, on: true })
  }

  /** Hangs up and ends what ignores that. */
  const end = async (each: HeldTerminal): Promise<void> => {
    const pid = each.live?.pid
    host.post({ t: 'end', id: each.terminal.id })
    if (pid !== undefined) await deps.tree.end({ pid, mark: null }, GRACE_MS)
  }

  return { host, hold, start, end, changed }
}

function settle(each: HeldTerminal, code: number | null): void {
  each.live?.over()
  each.live = null
  each.terminal = { ...each.terminal, ended: { code } }
}
