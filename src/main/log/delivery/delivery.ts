import type { AppEvent, AttachReply, PathPage, WindowMessage } from '#shared/events/delivery.ts'
import type { SessionEvent } from '#shared/events/event.ts'
import { GOVERNANCE } from '#shared/events/governance.ts'
import type { EventId, SessionId } from '#shared/ids.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { Logger } from '../../lib/logger.ts'
import type { EventReader } from '../event-reader.ts'
import type { EventStore } from '../event-store.ts'
import { createShownPaths } from '../shown-path.ts'
import type { Bus, Schedule } from './bus.ts'

type Deps = {
  readonly epoch: string
  readonly store: EventStore
  readonly reader: EventReader
  readonly bus: Bus
  readonly schedule: Schedule
  readonly elapsed: () => number
  readonly send: (windowId: number, message: WindowMessage) => void
  readonly draftOf: (sessionId: SessionId) => string
  /** Notes how windows follow sessions, to explain a window that shows too little. */
  readonly note: Pick<Logger, 'info' | 'warn'>
}

/** At most one message a frame goes to a window for each session. */
const FRAME_MS = 16
/** Maximum undrawn events sent to a window before it acknowledges them. */
const MAX_UNDRAWN = 2_000
/**
 * Maximum events queued for a slow window. Beyond it the backlog is dropped and the window attaches again.
 */
const MAX_WAITING = 4_000

type View = {
  /** The newest seq the window holds once everything sent has arrived. */
  sentSeq: number
  undrawn: { seq: number; count: number }[]
  waiting: SessionEvent[]
  lost: boolean
}
type Window = { readonly views: Map<SessionId, View>; cancelFlush: (() => void) | null; flushedAt: number }

/** Brings events to windows: by the frame, without holes, and never more than a window can take. */
export function createDelivery(deps: Deps) {
  const shown = createShownPaths(deps)
  const windows = new Map<number, Window>()

  const flushWindow = (windowId: number, window: Window): void => {
    window.cancelFlush = null
    window.flushedAt = deps.elapsed()
    for (const [sessionId, view] of window.views) sendWaiting(deps, windowId, sessionId, view)
  }

  const soon = (windowId: number, window: Window): void => {
    if (window.cancelFlush !== null) return
    const rest = Math.max(0, FRAME_MS - (deps.elapsed() - window.flushedAt))
    window.cancelFlush = deps.schedule(rest, () => flushWindow(windowId, window))
  }

  const unsubscribe = deps.bus.subscribe((sessionId, events) => {
    const isOver = events.some(endsRun)
    for (const [windowId, window] of windows) {
      const view = window.views.get(sessionId)
      if (view === undefined || view.lost) continue
      for (const event of events) if (GOVERNANCE[event.kind].live) view.waiting.push(event)
      if (view.waiting.length > MAX_WAITING) loseBacklog(deps, windowId, sessionId, view)
      else if (isOver) sendWaiting(deps, windowId, sessionId, view)
      else if (view.waiting.length > 0) soon(windowId, window)
    }
  })

  return {
    /** A page starts in a window. What an earlier page of it had open is forgotten. */
    opened: (windowId: number): void => {
      windows.get(windowId)?.cancelFlush?.()
      deps.note.info('Page opened', { windowId })
      windows.set(windowId, { views: new Map(), cancelFlush: null, flushedAt: Number.NEGATIVE_INFINITY })
    },
    closed: (windowId: number): void => {
      windows.get(windowId)?.cancelFlush?.()
      deps.note.info('Window closed', { windowId })
      windows.delete(windowId)
    },
    /** Opens a session in a window and answers with its newest page; everything after follows as events. */
    attach: (windowId: number, sessionId: SessionId, tail: number): AttachReply => {
      deps.bus.flush(sessionId)
      const seq = deps.store.seqOf(sessionId)
      const before = windows.get(windowId)?.views.get(sessionId)
      const why =
        before === undefined ? 'Attached' : before.lost ? 'Attached after a lost backlog' : 'Resynced'
      deps.note.info(why, {
        windowId,
        sessionId,
        seq,
        ...(before === undefined ? {} : { sentSeq: before.sentSeq }),
      })
      windows.get(windowId)?.views.set(sessionId, { sentSeq: seq, undrawn: [], waiting: [], lost: false })
      return replyOf(deps, sessionId, shown.newest(sessionId, tail), seq)
    },
    /** Older messages: the part of what is shown that ends just before an event. */
    page: (sessionId: SessionId, before: EventId, limit: number): PathPage =>
      shown.before(sessionId, before, limit),
    detach: (windowId: number, sessionId: SessionId): void => {
      if (windows.get(windowId)?.views.delete(sessionId) === true)
        deps.note.info('Detached', { windowId, sessionId })
    },
    /** The window has drawn everything up to `seq`, so more may be sent ahead. */
    acknowledge: (windowId: number, sessionId: SessionId, seq: number): void => {
      const window = windows.get(windowId)
      const view = window?.views.get(sessionId)
      if (window === undefined || view === undefined) return
      view.undrawn = view.undrawn.filter((batch) => batch.seq > seq)
      if (view.waiting.length > 0) soon(windowId, window)
    },
    /** Tells every window about a change outside any session. */
    announce: (event: AppEvent): void => {
      for (const windowId of windows.keys()) deps.send(windowId, { t: 'app', event })
    },
    /** True while a window has the session open. */
    isShown: (sessionId: SessionId): boolean =>
      [...windows.values()].some((window) => window.views.has(sessionId)),
    windowIds: (): number[] => [...windows.keys()],
    close: (): void => {
      unsubscribe()
      for (const window of windows.values()) window.cancelFlush?.()
      windows.clear()
    },
  }
}

export type Delivery = ReturnType<typeof createDelivery>

/** Whether an event ends a run: it is sent at once, because no later event is worth a frame's delay. */
function endsRun(event: SessionEvent): boolean {
  return event.kind === 'run.status' && isTerminal(event.payload.to)
}

function sendWaiting(deps: Deps, windowId: number, sessionId: SessionId, view: View): void {
  const onTheWay = view.undrawn.reduce((sum, batch) => sum + batch.count, 0)
  const events = view.waiting
  const last = events.at(-1)
  if (last === undefined || onTheWay >= MAX_UNDRAWN) return
  view.waiting = []
  deps.send(windowId, { t: 'events', sessionId, epoch: deps.epoch, prevSeq: view.sentSeq, events })
  view.sentSeq = last.seq
  view.undrawn.push({ seq: last.seq, count: events.length })
}

function loseBacklog(deps: Deps, windowId: number, sessionId: SessionId, view: View): void {
  deps.note.warn('A window fell behind, and its backlog was dropped', {
    windowId,
    sessionId,
    waiting: view.waiting.length,
    sentSeq: view.sentSeq,
  })
  view.waiting = []
  view.lost = true
  deps.send(windowId, { t: 'resync', sessionId })
}

function replyOf(deps: Deps, sessionId: SessionId, page: PathPage, seq: number): AttachReply {
  const folds = deps.store.folds(sessionId)
  return {
    epoch: deps.epoch,
    folds,
    ...page,
    ...deps.bus.underWay(sessionId),
    cursor: { epoch: deps.epoch, seq, durableSeq: folds.lastSeq },
    draft: deps.draftOf(sessionId),
  }
}
