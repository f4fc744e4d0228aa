import type { HarnessItem } from '#shared/context/harness-item.ts'
import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent, SessionEvent } from '#shared/events/event.ts'
import type { ContextId, EventId, SessionId } from '#shared/ids.ts'
import type { RunHandle } from './run-handle.ts'
import type { RunLog } from './run-log.ts'

/**
 * What becomes of what comes for a session: it is at work and takes it along; it has done its work and can go on with it;
 * it reads it once somebody lets it go on; or it never does.
 */
export type Hearing = 'at work' | 'done' | 'later' | 'never'

type Deps = {
  readonly log: RunLog
  readonly hearingOf: (sessionId: SessionId) => Hearing
  /** Starts a run of a chat that begins with these events. */
  readonly goOn: (sessionId: SessionId, first: readonly NewDurableEvent[]) => void
  /** Lets an agent go on, which takes along what waits. Rejects with an `AppError` when it cannot. */
  readonly wake: (sessionId: SessionId) => Promise<void>
  readonly subscribe: (
    listener: (sessionId: SessionId, events: readonly SessionEvent[]) => void,
  ) => () => void
  readonly report: (error: unknown) => void
}

/**
 * `stored` is called once the item is in the log, as the event `id` where one is named. `wakes` lets who is done go on
 * with it at once. `unheard` is called instead of storing it where nobody goes on with it.
 */
export type Letter = {
  readonly item: HarnessItem
  readonly id?: EventId
  readonly stored: () => void
  readonly wakes: boolean
  readonly unheard?: () => void
}

/**
 * What comes for a chat or an agent while it may be at work. A run takes it along between two requests; where nothing
 * runs it is stored at once, and wakes the agent when that one had come to the end of its work by itself.
 */
export function createInbox({ log, hearingOf, goOn, wake, subscribe, report }: Deps) {
  const waiting = new Map<SessionId, readonly Letter[]>()
  const waking = new Set<SessionId>()
  let closed = false

  /** Where nothing runs and nothing is to begin: what nobody will read there goes to somebody else. */
  const leave = (sessionId: SessionId, contextId: ContextId, hearing: Hearing): void => {
    const letters = waiting.get(sessionId) ?? []
    const passed = hearing === 'later' ? [] : letters.filter(({ unheard }) => unheard !== undefined)
    const kept = letters.filter((letter) => !passed.includes(letter))
    if (kept.length > 0) log.publish(sessionId, eventsOf(kept, contextId))
    waiting.delete(sessionId)
    for (const { stored } of kept) stored()
    for (const { unheard } of passed) unheard?.()
  }

  const begin = (sessionId: SessionId, contextId: ContextId): void => {
    const letters = waiting.get(sessionId) ?? []
    goOn(sessionId, eventsOf(letters, contextId))
    waiting.delete(sessionId)
    for (const { stored } of letters) stored()
  }

  const rouse = (sessionId: SessionId, contextId: ContextId): void => {
    waking.add(sessionId)
    wake(sessionId)
      .finally(() => waking.delete(sessionId))
      .then(
        () => deliver(sessionId),
        (error: unknown) => {
          if (!(error instanceof AppError)) report(error)
          // At the end of the app nothing begins any more: it is told at the next start.
          else if (error.code !== 'cancelled') leave(sessionId, contextId, 'never')
        },
      )
      .catch(report)
  }

  const deliver = (sessionId: SessionId): void => {
    const letters = waiting.get(sessionId)
    const { session } = log.folds(sessionId)
    const contextId = session?.meta.activeContextId ?? null
    if (letters === undefined || session === null || contextId === null) return
    if (closed || waking.has(sessionId)) return
    try {
      const hearing = hearingOf(sessionId)
      if (hearing === 'at work') return
      const wakes = hearing === 'done' && letters.some((letter) => letter.wakes)
      if (!wakes) leave(sessionId, contextId, hearing)
      else if (session.kind === 'child') rouse(sessionId, contextId)
      else begin(sessionId, contextId)
    } catch (error) {
      // It stays in the list, so that the next letter or the next run takes it along.
      report(error)
    }
  }

  /** After whoever else hears of the same, so that a queued message starts first. */
  const soon = (sessionId: SessionId): void => {
    if (waiting.has(sessionId)) queueMicrotask(() => deliver(sessionId))
  }

  const unsubscribe = subscribe((sessionId, events) => {
    if (waiting.has(sessionId) && events.some((event) => event.kind === 'run.status')) soon(sessionId)
  })

  return {
    put: (sessionId: SessionId, letter: Letter): void => {
      waiting.set(sessionId, [...(waiting.get(sessionId) ?? []), letter])
      deliver(sessionId)
    },
    /** Called when somebody may not be at work any more. */
    look: soon,
    /** True when something waits to join the run. */
    has: (run: RunHandle): boolean => waiting.has(run.sessionId),
    /** Lets what waits join the run. Only between two requests: nothing may stand between a call and its answer. */
    take: (run: RunHandle): void => {
      const letters = waiting.get(run.sessionId)
      if (letters === undefined) return
      if (run.publish(eventsOf(letters, run.contextId)).length === 0) return
      waiting.delete(run.sessionId)
      for (const { stored } of letters) stored()
    },
    close: (): void => {
      closed = true
      unsubscribe()
    },
  }
}

export type Inbox = ReturnType<typeof createInbox>

const eventsOf = (letters: readonly Letter[], contextId: ContextId): NewDurableEvent[] =>
  letters.map(({ item, id }) => ({
    kind: 'harness.item',
    contextId,
    payload: item,
    ...(id === undefined ? {} : { id }),
  }))
