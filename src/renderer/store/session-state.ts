import type { ContextBreakdown } from '#shared/context/trace.ts'
import type { AppErrorData } from '#shared/errors.ts'
import type { AttachReply } from '#shared/events/delivery.ts'
import type { DurableEvent, SessionEvent } from '#shared/events/event.ts'
import { EMPTY_FOLDS, fold, type SessionFolds } from '#shared/events/fold.ts'
import { GOVERNANCE } from '#shared/events/governance.ts'
import type { EventId, SessionId } from '#shared/ids.ts'
import type { Effort } from '#shared/model/efforts.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { Ahead, Fork } from '#shared/session/fork.ts'
import type { SessionMeta } from '#shared/session/session.ts'
import type { EventBatch } from './attach-gate.ts'
import { followLive, type LiveState, NOTHING_LIVE, settleLive } from './session-live.ts'

/** One session as this window sees it. */
export type SessionState = LiveState & {
  /** The session that is shown, or null for none. */
  readonly sessionId: SessionId | null
  /** The session that was asked for and has not answered yet; what was shown stays until then. */
  readonly opening: SessionId | null
  /** Metadata of the session being loaded, enough to write to it. Usually null. */
  readonly expected: SessionMeta | null
  /** Why the session that was asked for could not be opened. */
  readonly problem: AppErrorData | null
  readonly epoch: string
  /** The newest event seen, of either tier. */
  readonly seq: number
  readonly folds: SessionFolds
  /** The newest part of the visible branch, oldest first. */
  readonly path: readonly DurableEvent[]
  readonly hasOlder: boolean
  /** The forks of the conversation. */
  readonly forks: readonly Fork[]
  /** Messages after a position the person went back to. Valid only while that is the end of the path. */
  readonly ahead: Ahead | null
  /** The person looks at all its branches. */
  readonly showsBranches: boolean
  /** Token shares of the newest request; null until one was sent since this window opened. */
  readonly breakdown: ContextBreakdown | null
  /** The effort of the newest request of a run, and of the next one as measured; undefined before either. */
  readonly effort: TracedEffort
  /** Increments when the instructions change, so that an open page reloads them. */
  readonly instructionsTaken: number
  /** The event the person asked to see. It is a new object each time they ask. */
  readonly sought: { readonly eventId: EventId; readonly words: string } | null
}

export const NO_SESSION: SessionState = {
  ...NOTHING_LIVE,
  sessionId: null,
  opening: null,
  expected: null,
  problem: null,
  epoch: '',
  seq: 0,
  folds: EMPTY_FOLDS,
  path: [],
  hasOlder: false,
  forks: [],
  ahead: null,
  showsBranches: false,
  breakdown: null,
  effort: {},
  sought: null,
  instructionsTaken: 0,
}

/**
 * The session that takes what the person writes: the one they have asked for, although another may still be shown.
 * Null while too little is known of it.
 */
export function writtenTo(
  state: SessionState,
): { readonly sessionId: SessionId; readonly meta: SessionMeta; readonly isShown: boolean } | null {
  const { sessionId: shown, opening, expected, folds } = state
  const meta = expected ?? folds.session?.meta ?? null
  const sessionId = opening ?? shown
  return sessionId === null || meta === null ? null : { sessionId, meta, isShown: sessionId === shown }
}

/** The state an attach answers with. Pages that were loaded before stay when the new page joins them. */
export function attached(before: SessionState, sessionId: SessionId, reply: AttachReply): SessionState {
  const same = before.sessionId === sessionId
  const older = same ? olderPart(before.path, reply.path) : null
  return {
    sessionId,
    opening: null,
    expected: null,
    problem: null,
    epoch: reply.epoch,
    seq: reply.cursor.seq,
    folds: reply.folds,
    path: older === null ? reply.path : [...older, ...reply.path],
    hasOlder: older === null ? reply.hasOlder : before.hasOlder,
    forks: same ? before.forks : [],
    ahead: same ? before.ahead : null,
    showsBranches: same && before.showsBranches,
    inflight: reply.inflight,
    tools: reply.tools,
    loading: reply.loading,
    retry: null,
    breakdown: same ? before.breakdown : null,
    effort: same ? before.effort : {},
    sought: same ? before.sought : null,
    instructionsTaken: before.instructionsTaken + 1,
  }
}

/** Efforts by request; null for a request that names none. */
type TracedEffort = { readonly running?: Effort | null; readonly next?: Effort | null }

/** Applies a batch: the next state, the same one when all of it was seen, or null when a piece is missing. */
export function received(state: SessionState, batch: EventBatch): SessionState | null {
  if (batch.epoch !== state.epoch || batch.prevSeq > state.seq) return null
  let next: SessionState = state
  for (const event of batch.events) {
    if (event.seq <= next.seq) continue
    const followed = follow(next, event)
    if (followed === null) return null
    next = { ...followed, seq: event.seq }
  }
  return next
}

/** Puts an older page before what is loaded. */
export function paged(
  state: SessionState,
  older: { readonly path: readonly DurableEvent[]; readonly hasOlder: boolean },
): SessionState {
  return { ...state, path: [...older.path, ...state.path], hasOlder: older.hasOlder }
}

function follow(state: SessionState, event: SessionEvent): SessionState | null {
  if (event.tier === 'live') {
    if (event.kind === 'context.trace') {
      const { breakdown, effort } = event.payload
      const traced = event.runId === undefined ? { next: effort } : { running: effort }
      return { ...state, breakdown, effort: { ...state.effort, ...traced } }
    }
    const live = followLive(state, event)
    return live === null || live === state ? (live === null ? null : state) : { ...state, ...live }
  }
  if (event.kind === 'instructions.snapshot') {
    return { ...state, folds: fold(state.folds, event), instructionsTaken: state.instructionsTaken + 1 }
  }
  const folds = fold(state.folds, event)
  if (event.kind === 'leaf.moved' && isShown(folds, event.payload.contextId)) return null
  if (activeContext(folds) !== activeContext(state.folds) && state.path.length > 0) return null
  const path = pathWith(state.path, folds, event)
  if (path === null) return null
  const anyRunLeft = Object.values(folds.runs).some((run) => !isTerminal(run.status))
  const live = settleLive(state, event, anyRunLeft)
  return live === state ? { ...state, folds, path } : { ...state, ...live, folds, path }
}

/** Returns the path with the event appended, unchanged for an event beside it, null when it does not fit. */
function pathWith(
  path: readonly DurableEvent[],
  folds: SessionFolds,
  event: DurableEvent,
): readonly DurableEvent[] | null {
  if (GOVERNANCE[event.kind].leaf !== 'advance' || !isShown(folds, event.contextId)) return path
  const last = path.at(-1)
  if (last !== undefined && event.parentId !== last.id) return null
  return [...path, event]
}

function activeContext(folds: SessionFolds) {
  return folds.session?.meta.activeContextId ?? null
}

function isShown(folds: SessionFolds, contextId: DurableEvent['contextId']): boolean {
  const active = activeContext(folds)
  return active === null || contextId === active
}

function olderPart(
  before: readonly DurableEvent[],
  page: readonly DurableEvent[],
): readonly DurableEvent[] | null {
  const first = page[0]
  if (first === undefined) return null
  const at = before.findIndex((event) => event.id === first.id)
  return at < 0 ? null : before.slice(0, at)
}
