import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { NewDurableEvent, SessionEvent } from '#shared/events/event.ts'
import type { ContextId, EventId, SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { RunHandle } from './run-handle.ts'
import type { RunLog } from './run-log.ts'

type Deps = {
  readonly log: RunLog
  readonly activeRun: (sessionId: SessionId) => RunRecord | null
  /** Starts a run that begins with these events. */
  readonly goOn: (sessionId: SessionId, first: readonly NewDurableEvent[]) => void
  readonly subscribe: (
    listener: (sessionId: SessionId, events: readonly SessionEvent[]) => void,
  ) => () => void
  readonly report: (error: unknown) => void
}

/**
 * `stored` is called once the item is in the log, as the event `id` where one is named. `wakes` lets a chat that is done
 * go on with it at once.
 */
export type Letter = {
  readonly item: HarnessItem
  readonly id?: EventId
  readonly stored: () => void
  readonly wakes: boolean
}

/**
 * What comes for a chat while it may be at work. A run takes it along between two requests; where nothing runs it is
 * stored at once, and wakes the agent when that one had come to the end of its work by itself.
 */
export function createInbox({ log, activeRun, goOn, subscribe, report }: Deps) {
  const waiting = new Map<SessionId, Letter[]>()

  const deliver = (sessionId: SessionId): void => {
    const letters = waiting.get(sessionId)
    const contextId = log.folds(sessionId).session?.meta.activeContextId
    if (letters === undefined || contextId === null || contextId === undefined) return
    if (activeRun(sessionId) !== null) return
    try {
      const events = letters.map((letter) => itemEvent(letter, contextId))
      if (letters.some(({ wakes }) => wakes) && isDone(log, sessionId)) goOn(sessionId, events)
      else log.publish(sessionId, events)
      waiting.delete(sessionId)
      for (const { stored } of letters) stored()
    } catch (error) {
      // It stays in the list, so that the next letter or the next run takes it along.
      report(error)
    }
  }

  const unsubscribe = subscribe((sessionId, events) => {
    if (!waiting.has(sessionId) || !events.some((event) => event.kind === 'run.status')) return
    // After whoever else hears of the end, so that a queued message starts first.
    queueMicrotask(() => deliver(sessionId))
  })

  return {
    put: (sessionId: SessionId, letter: Letter): void => {
      waiting.set(sessionId, [...(waiting.get(sessionId) ?? []), letter])
      deliver(sessionId)
    },
    /** True when something waits to join the run. */
    has: (run: RunHandle): boolean => waiting.has(run.sessionId),
    /** Lets what waits join the run. Only between two requests: nothing may stand between a call and its answer. */
    take: (run: RunHandle): void => {
      const letters = waiting.get(run.sessionId)
      if (letters === undefined) return
      if (run.publish(letters.map((letter) => itemEvent(letter, run.contextId))).length === 0) return
      waiting.delete(run.sessionId)
      for (const { stored } of letters) stored()
    },
    close: unsubscribe,
  }
}

export type Inbox = ReturnType<typeof createInbox>

function itemEvent({ item, id }: Letter, contextId: ContextId): NewDurableEvent {
  return { kind: 'harness.item', contextId, payload: item, ...(id === undefined ? {} : { id }) }
}

/** After a stop or a failure it is the person who says how to go on. */
function isDone(log: RunLog, sessionId: SessionId): boolean {
  const runs = Object.values<RunRecord>(log.folds(sessionId).runs)
  const last = runs.findLast(({ kind, status }) => kind === 'chat' && isTerminal(status))
  return last?.status === 'completed'
}
