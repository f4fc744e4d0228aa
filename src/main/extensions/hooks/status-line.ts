import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import type { StatusLineAnswer, StatusLineTable, VimMode } from '#shared/status-line/status-line.ts'
import type { HookScene } from '../../hooks/hook.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { HookJob } from '../command-hooks.ts'
import type { Printed } from '../hook-answers.ts'

/** The chat of a status line: where its command runs, and what it reads. */
export type StatusLineScene = {
  readonly scene: HookScene
  /** Whether the folder may run programs. */
  readonly trusted: boolean
  readonly input: unknown
}

type Deps = {
  readonly table: () => StatusLineTable | undefined
  /** Null for a chat without a folder, or one that is gone. */
  readonly sceneOf: (sessionId: SessionId, vimMode: VimMode | null) => Promise<StatusLineScene | null>
  /** Runs a program in the sandbox where there is one, and ends its whole process tree at the signal. */
  readonly run: (job: HookJob, signal: AbortSignal) => Promise<Printed>
  readonly clock: Pick<Clock, 'after'>
  readonly logger: Pick<Logger, 'warn' | 'info'>
  readonly signal: AbortSignal
}

/** Time limit of a run, in milliseconds. */
export const STATUS_LINE_LIMIT_MS = 5_000

/** Runs the status line command: at most one at a time for a window, the newest request wins. */
export function createStatusLine({ table, sceneOf, run, clock, logger, signal }: Deps) {
  const running = new Map<number, AbortController>()
  let logged: string | null = null

  const attempt = async (job: HookJob, replaced: AbortSignal): Promise<StatusLineAnswer> => {
    const limit = new AbortController()
    const done = new AbortController()
    void clock.after(STATUS_LINE_LIMIT_MS, done.signal).then(
      () => limit.abort(AppError.cancelled('The status line command took too long.')),
      () => undefined,
    )
    try {
      const { exitCode, out } = await run(job, AbortSignal.any([replaced, limit.signal, signal]))
      return exitCode === 0 ? { state: 'shown', text: oneLine(out) } : { state: 'kept', reason: 'failed' }
    } catch (error) {
      if (replaced.aborted || signal.aborted) return { state: 'kept', reason: 'replaced' }
      if (limit.signal.aborted) return { state: 'kept', reason: 'slow' }
      logger.warn('The status line command failed', { reason: String(error) })
      return { state: 'kept', reason: 'failed' }
    } finally {
      done.abort()
    }
  }

  return {
    settings: () => {
      const now = table()
      return now === undefined ? null : { refreshSeconds: now.refreshSeconds ?? 0, padding: now.padding ?? 0 }
    },
    /** Runs the command for the chat of a window. Starts no process while it is off or the folder is not trusted. */
    run: async (
      windowId: number,
      sessionId: SessionId,
      vimMode: VimMode | null,
    ): Promise<StatusLineAnswer> => {
      running.get(windowId)?.abort(AppError.cancelled('A newer status line replaces this one.'))
      const own = new AbortController()
      running.set(windowId, own)
      const command = table()?.command
      if (command === undefined) return { state: 'off' }
      if (logged !== command) {
        logged = command
        logger.info('The status line command changed')
      }
      const found = await sceneOf(sessionId, vimMode)
      if (found === null) return { state: 'off' }
      if (!found.trusted) return { state: 'untrusted' }
      if (own.signal.aborted) return { state: 'kept', reason: 'replaced' }
      const job: HookJob = {
        command,
        event: 'status.line',
        input: `${JSON.stringify(found.input)}\n`,
        timeoutMs: STATUS_LINE_LIMIT_MS,
        scene: found.scene,
        // In the sandbox, like the hooks of a project.
        source: 'project',
        keepsEscapes: true,
      }
      return attempt(job, own.signal).finally(() => {
        if (running.get(windowId) === own) running.delete(windowId)
      })
    },
  }
}

export type StatusLine = ReturnType<typeof createStatusLine>

/** Joins the lines that are not empty. */
function oneLine(out: string): string {
  return out
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('  ')
}
