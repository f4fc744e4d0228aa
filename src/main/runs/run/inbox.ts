import type { HarnessItem } from '#shared/context/harness-item.ts'
import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent, SessionEvent } from '#shared/events/event.ts'
import type { ContextId, EventId, SessionId } from '#shared/ids.ts'
import type { RunHandle } from './run-handle.ts'
import type { RunLog } from './run-log.ts'

/**
 * The routing of messages to a session. `at work`: its run picks them up. `done`: it resumes with them.
 * `later`: it reads them after a manual resume. `never`: it does not read them.
 */
export type Hearing = 'at work' | 'done' | 'later' | 'never'

type Deps = {
  readonly log: RunLog
  readonly hearingOf: (sessionId: SessionId) => Hearing
  /** Starts a run of a chat that begins with these events. */
  readonly goOn: (sessionId: SessionId, first: readonly NewDurableEvent[]) => void
  /** Resumes an agent, whose run picks up the pending messages. Rejects with an `AppError` when it cannot. */
  readonly wake: (sessionId: SessionId) => Promise<void>
  readonly subscribe: (
    listener: (sessionId: SessionId, events: readonly SessionEvent[]) => void,
  ) => () => void
  readonly report: (error: unknown) => void
}

/**
 * A message to a session. `stored` is called once the item is in the log, as event `id` if given. `wakes`
 * resumes an idle session at once. `unheard` is called instead of storing when the session never reads it.
 */
export type Letter = {
  readonly item: HarnessItem
  readonly id?: EventId
  readonly stored: () => void
  readonly wakes: boolean
  readonly unheard?: () => void
}

/**
 * Creates the inbox of messages to sessions. A running one picks them up between two requests. Otherwise they
 * are stored at once, and an agent that had ended normally is woken.
 */
export function createInbox({ log, hearingOf, goOn, wake, subscribe, report }: Deps) {
  const waiting = new Map<SessionId, readonly Letter[]>()
  const waking = new Set<SessionId>()
  let closed = false

  /** Handles messages when no run is active or allowed: unread ones go to another session. */
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
          // During the exit of the app no run starts; the message is delivered at the next start.
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

  /** Delivers after other listeners of the same event, so that a queued message starts first. */
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
    /** Called when a session may have become idle. */
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
