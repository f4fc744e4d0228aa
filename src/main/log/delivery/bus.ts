import type { InflightMessage, InflightTool, ModelLoading } from '#shared/events/delivery.ts'
import type {
  DurableEvent,
  LiveEvent,
  NewDurableEvent,
  NewLiveEvent,
  SessionEvent,
} from '#shared/events/event.ts'
import type { ClientId, SessionId } from '#shared/ids.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { EventStore } from '../event-store.ts'
import { createLoadingModel, type LoadingModel } from '../loading-model.ts'
import { createInflight, type Inflight } from './inflight.ts'
import { createLiveBuffer, type LiveBuffer } from './live-buffer.ts'

/** Calls `act` once after `ms` unless the returned function is called first. */
export type Schedule = (ms: number, act: () => void) => () => void

type Deps = {
  readonly store: EventStore
  readonly now: () => number
  /** The client that acts now. */
  readonly clientId: () => ClientId
  readonly schedule: Schedule
  /** Reports a failed listener. The events are stored, so other listeners must not suffer. */
  readonly report: (error: unknown) => void
}

/** Batching time of live events, in milliseconds: about one frame at 60 Hz. */
const FRAME_MS = 16

type Listener = (sessionId: SessionId, events: readonly SessionEvent[]) => void
type Session = {
  readonly inflight: Inflight
  readonly loading: LoadingModel
  readonly buffer: LiveBuffer
}

/** The one way an event reaches anybody: written first, then told. Live events are gathered by the frame. */
export function createBus(deps: Deps) {
  const sessions = new Map<SessionId, Session>()
  const listeners = new Set<Listener>()

  const at = (sessionId: SessionId): Session => {
    const known = sessions.get(sessionId)
    if (known !== undefined) return known
    const session = { inflight: createInflight(), loading: createLoadingModel(), buffer: createLiveBuffer() }
    sessions.set(sessionId, session)
    return session
  }

  const tell: Listener = (sessionId, events) => {
    for (const listener of listeners) {
      try {
        listener(sessionId, events)
      } catch (error) {
        deps.report(error)
      }
    }
  }

  const flush = (sessionId: SessionId): void => {
    const session = sessions.get(sessionId)
    if (session === undefined) return
    frame.leave(sessionId)
    if (session.buffer.isEmpty()) return
    tell(
      sessionId,
      session.buffer.take().map((draft) => numbered(deps, sessionId, draft)),
    )
  }

  const frame = createFrame(deps.schedule, flush)

  const live = (sessionId: SessionId, draft: NewLiveEvent): void => {
    const session = at(sessionId)
    if (draft.kind === 'message.delta') {
      const offset = session.inflight.grow(draft.payload)
      if (!session.buffer.grow(draft.payload)) {
        session.buffer.push({ ...draft, payload: { ...draft.payload, offset } })
      }
    } else {
      follow(session, draft, deps.now)
      session.buffer.push(draft)
    }
    frame.join(sessionId)
  }

  return {
    /** Stores events and then tells them, after everything live that came before. */
    publish: (sessionId: SessionId, news: readonly NewDurableEvent[], also?: () => void): DurableEvent[] => {
      // Flushed first, so that numbers ascend in delivery order.
      flush(sessionId)
      const events = deps.store.append(sessionId, news, also)
      const session = sessions.get(sessionId)
      if (session !== undefined) {
        for (const event of events) {
          session.inflight.stored(event)
          if (event.kind === 'run.status' && isTerminal(event.payload.to)) {
            session.inflight.runEnded(event.payload.runId)
            session.loading.runEnded(event.payload.runId)
          }
        }
        if (session.inflight.isEmpty() && session.loading.now() === null) sessions.delete(sessionId)
      }
      if (events.length > 0) tell(sessionId, events)
      return events
    },
    /** Reports progress. It reaches the listeners within a frame. */
    live,
    flush,
    /** Returns the streaming state for a window that attaches now. */
    underWay: (sessionId: SessionId): UnderWay => underWayIn(sessions.get(sessionId)),
    /** Hears every event of every session. The returned function ends it. */
    subscribe: (listener: Listener): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: (): void => {
      frame.close()
      sessions.clear()
      listeners.clear()
    },
  }
}

export type Bus = ReturnType<typeof createBus>

/** The sessions in which something live waits. One frame does for all of them. */
function createFrame(schedule: Schedule, flush: (sessionId: SessionId) => void) {
  const waiting = new Set<SessionId>()
  let cancel: (() => void) | null = null
  const end = (): void => {
    cancel = null
    for (const sessionId of [...waiting]) flush(sessionId)
  }
  return {
    join: (sessionId: SessionId): void => {
      waiting.add(sessionId)
      cancel ??= schedule(FRAME_MS, end)
    },
    leave: (sessionId: SessionId): void => void waiting.delete(sessionId),
    close: (): void => {
      cancel?.()
      waiting.clear()
    },
  }
}

type UnderWay = {
  readonly inflight: InflightMessage[]
  readonly tools: InflightTool[]
  readonly loading: ModelLoading | null
}

function underWayIn(session: Session | undefined): UnderWay {
  return {
    inflight: session?.inflight.messages() ?? [],
    tools: session?.inflight.tools() ?? [],
    loading: session?.loading.now() ?? null,
  }
}

function follow({ inflight, loading }: Session, event: NewLiveEvent, now: () => number): void {
  if (event.kind === 'message.start') {
    loading.over()
    inflight.started(event.payload, event.runId)
  }
  if (event.kind === 'model.loading') loading.told(event.payload, now(), event.runId)
  if (event.kind === 'message.discarded') inflight.discarded(event.payload.eventId)
  if (event.kind === 'tool.started') inflight.toolStarted(event.payload, now(), event.runId)
  if (event.kind === 'tool.progress') inflight.toolPrinted(event.payload)
  if (event.kind === 'tool.ended') inflight.toolEnded(event.payload)
}

function numbered(deps: Deps, sessionId: SessionId, draft: NewLiveEvent): LiveEvent {
  return {
    v: 1,
    tier: 'live',
    sessionId,
    seq: deps.store.nextSeq(sessionId),
    ts: deps.now(),
    clientId: deps.clientId(),
    ...draft,
  } as LiveEvent
}
