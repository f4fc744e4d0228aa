import { type AttemptCheck, type AttemptTarget, MOST_OUTPUT } from '#shared/attempts/attempt-events.ts'
import { AppError } from '#shared/errors.ts'
import type { SessionId, WorktreeId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { AttemptDeps } from './ports.ts'
import type { Sets } from './sets.ts'

const MINUTE_MS = 60_000

/** Runs the check of a set in the worktrees of its attempts. One at a time for each target. */
export function createChecks(deps: AttemptDeps, sets: Sets) {
  const running = new Map<string, AbortController>()
  const keyOf = (id: SessionId, of: AttemptTarget) => `${id} ${of}`

  const treeOf = (id: SessionId, of: AttemptTarget): WorktreeId => {
    const { set } = sets.get(id)
    if (of !== 'pick') return sets.attempt(id, of).worktreeId
    if (set.pick === null) throw AppError.saying('other', say('attempts.noPick'))
    return set.pick.worktreeId
  }

  const outcomeOf = async (id: SessionId, of: AttemptTarget, signal: AbortSignal): Promise<AttemptCheck> => {
    const { start } = sets.get(id)
    const began = deps.now()
    const ended = (result: Omit<AttemptCheck, 'of' | 'ms'>): AttemptCheck => ({
      of,
      state: result.state,
      exitCode: result.exitCode,
      ms: deps.now() - began,
      output: result.output.slice(-MOST_OUTPUT),
    })
    try {
      const { path } = await deps.worktrees.place(treeOf(id, of))
      const limitMs = start.checkMinutes * MINUTE_MS
      const job = { sessionId: id, folder: path, command: start.check ?? '', limitMs }
      return ended(await deps.runCheck(job, signal))
    } catch (error) {
      if (signal.aborted) {
        const state = deps.signal.aborted ? 'interrupted' : 'stopped'
        return ended({ state, exitCode: null, output: '' })
      }
      if (!(error instanceof AppError)) deps.logger.error('A check of an attempt could not run', error)
      const output = error instanceof AppError ? error.message : String(error)
      return ended({ state: 'broken', exitCode: null, output })
    }
  }

  const run = async (id: SessionId, of: AttemptTarget): Promise<void> => {
    const { projectId, start } = sets.get(id)
    const key = keyOf(id, of)
    if (start.check === null || running.has(key)) return
    if (!(await deps.isTrusted(projectId))) throw AppError.saying('other', say('attempts.noTrust'))
    if (running.has(key)) return
    const stop = new AbortController()
    running.set(key, stop)
    const nothing = { exitCode: null, output: '', ms: null }
    sets.note(id, { kind: 'attempts.checked', payload: { of, state: 'running', ...nothing } })
    try {
      const payload = await outcomeOf(id, of, AbortSignal.any([stop.signal, deps.signal]))
      sets.note(id, { kind: 'attempts.checked', payload })
    } finally {
      running.delete(key)
    }
  }

  return {
    /** Starts the check of a target, and resolves when it has started. The log has its outcome. */
    start: (id: SessionId, of: AttemptTarget): void =>
      void run(id, of).catch((error: unknown) =>
        deps.logger.warn('The check of an attempt was not run', { reason: String(error) }),
      ),
    run,
    stop: (id: SessionId, of: AttemptTarget | null): void => {
      for (const [key, stop] of running) {
        if (of === null ? key.startsWith(`${id} `) : key === keyOf(id, of)) stop.abort()
      }
    },
    isRunning: (id: SessionId, of: AttemptTarget): boolean => running.has(keyOf(id, of)),
    /** Marks checks that an earlier start of the app did not finish. */
    recover: (): void => {
      for (const id of deps.setsOf(null)) {
        for (const check of Object.values(sets.get(id).set.checks)) {
          if (check.state !== 'running') continue
          sets.note(id, { kind: 'attempts.checked', payload: { ...check, state: 'interrupted' } })
        }
      }
    },
  }
}
