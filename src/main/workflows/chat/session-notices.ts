import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { NewDurableEvent, SessionEvent } from '#shared/events/event.ts'
import type { SessionId, WorkflowRunId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { RunLog } from '../../runs/run/run-log.ts'

type Deps = {
  readonly log: RunLog & {
    readonly publish: (sessionId: SessionId, events: readonly NewDurableEvent[], also?: () => void) => unknown
  }
  readonly activeRun: (sessionId: SessionId) => RunRecord | null
  readonly subscribe: (
    listener: (sessionId: SessionId, events: readonly SessionEvent[]) => void,
  ) => () => void
  readonly report: (error: unknown) => void
}

type Telling = {
  /** Called in the transaction that stores the notice. */
  readonly stored?: () => void
  /** The workflow run it is about: the notice leads there. */
  readonly run?: WorkflowRunId
  /** Offset of the run's result in the notice. */
  readonly resultAt?: number | null
}

type Waiting = { readonly payload: HarnessItem; readonly stored: () => void }

/**
 * Adds notices of the app to chats, as items that the model reads with the next message. During a run only
 * that run may extend its branch, so a notice waits until it ends.
 */
export function createSessionNotices({ log, activeRun, subscribe, report }: Deps) {
  const waiting = new Map<SessionId, Waiting[]>()

  const flush = (sessionId: SessionId): void => {
    const items = waiting.get(sessionId)
    const contextId = log.folds(sessionId).session?.meta.activeContextId
    if (items === undefined || contextId === null || contextId === undefined) return
    if (activeRun(sessionId) !== null) return
    try {
      log.publish(
        sessionId,
        items.map(({ payload }): NewDurableEvent => ({ kind: 'harness.item', contextId, payload })),
        () => {
          for (const { stored } of items) stored()
        },
      )
      waiting.delete(sessionId)
    } catch (error) {
      // It stays in the list, so that the next notice or the next run takes it along.
      report(error)
    }
  }

  const unsubscribe = subscribe((sessionId, events) => {
    if (!waiting.has(sessionId) || !events.some((event) => event.kind === 'run.status')) return
    // After other listeners of the end, so that a queued message starts before the notice checks.
    queueMicrotask(() => flush(sessionId))
  })

  return {
    tell: (
      sessionId: SessionId,
      content: string,
      { stored = () => {}, run, resultAt }: Telling = {},
    ): void => {
      const payload: HarnessItem = {
        kind: 'runtime-notice',
        origin: 'system',
        content,
        visibility: 'display',
        lifetime: 'session',
        placement: 'in-place',
        ...(run === undefined
          ? {}
          : { data: { workflowRunId: run, ...(resultAt == null ? {} : { resultAt }) } }),
      }
      waiting.set(sessionId, [...(waiting.get(sessionId) ?? []), { payload, stored }])
      flush(sessionId)
    },
    close: unsubscribe,
  }
}

export type SessionNotices = ReturnType<typeof createSessionNotices>
