import type { NewDurableEvent } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import type { Told } from '#shared/sentences.ts'

type Deps = {
  readonly publish: (sessionId: SessionId, events: readonly NewDurableEvent[]) => unknown
  readonly folds: (sessionId: SessionId) => SessionFolds
  readonly now: () => number
  readonly report: (error: unknown) => void
}

/** The log of a run, and the attempt the line belongs to. */
type Place = { readonly sessionId: SessionId; readonly runId: RunId }

/**
 * Creates the writer of app entries in a run's log. A failure is only reported, because it must not keep the
 * run from ending.
 */
export function createRunNote({ publish, folds, now, report }: Deps) {
  return ({ sessionId, runId }: Place, { text, said }: Told, level: 'info' | 'warn' = 'info'): void => {
    const contextId = folds(sessionId).session?.meta.activeContextId
    if (contextId === null || contextId === undefined) return
    const payload = { level, text, said, phase: null, group: null, happenedAt: now() }
    try {
      publish(sessionId, [{ kind: 'workflow.log', runId, contextId, payload }])
    } catch (error) {
      report(error)
    }
  }
}
