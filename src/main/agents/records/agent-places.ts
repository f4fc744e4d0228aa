import type { SessionEvent } from '#shared/events/event.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { RunHandle } from '../../runs/run/run-handle.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import { topSession } from '../../runs/run/top-session.ts'
import type { Place, Places } from './places.ts'

type Deps = { readonly log: Pick<RunLog, 'folds'>; readonly places: Places }

/** An agent that is running or queued for a slot. */
type Holder = {
  readonly sessionId: SessionId
  readonly runId: RunId
  readonly depth: number
  /** The parent that waits for it; null in the background. */
  readonly parent: SessionId | null
  /** It needs a place on the level of who waits for it, or above: that one must not hold it. */
  readonly standsIn: boolean
  background: boolean
  asks: boolean
  isOver: boolean
  place: Place | null
}

/**
 * Creates the slots of agents. An agent that waits for the person, directly or through a subagent, lends its
 * slot until the answer.
 */
export function createAgentPlaces(deps: Deps) {
  const holders = new Map<SessionId, Holder>()
  const sessions = new Map<RunId, SessionId>()
  // By who waits: those it waits for that lend their places, or need its own.
  const waitedFor = new Map<SessionId, Set<SessionId>>()

  const settle = (holder: Holder): void => {
    const { place, parent, sessionId, isOver } = holder
    const waits = !isOver && (holder.asks || waitedFor.has(sessionId))
    if (waits) place?.lend()
    else place?.takeBack()
    const isNeeded = !isOver && (waits || holder.standsIn)
    if (parent !== null) waitsFor(parent, sessionId, isNeeded && !holder.background)
  }

  /** Records whether the parent waits for an agent that waits for the person. */
  const waitsFor = (parent: SessionId, sessionId: SessionId, waits: boolean): void => {
    const all = waitedFor.get(parent)
    if (waits === (all?.has(sessionId) ?? false)) return
    if (waits) waitedFor.set(parent, (all ?? new Set()).add(sessionId))
    else if (all?.delete(sessionId) && all.size === 0) waitedFor.delete(parent)
    const holder = holders.get(parent)
    if (holder !== undefined) settle(holder)
  }

  const leave = (holder: Holder): void => {
    if (holder.isOver) return
    holder.isOver = true
    if (holders.get(holder.sessionId) === holder) holders.delete(holder.sessionId)
    sessions.delete(holder.runId)
    holder.place?.free()
    settle(holder)
  }

  const seated = (holder: Holder, place: Place): (() => void) => {
    holder.place = place
    if (holder.isOver) place.free()
    else settle(holder)
    return () => leave(holder)
  }

  // The run of a script has places like a chat.
  const chatAbove = (sessionId: SessionId): SessionId => topSession(deps.log, sessionId)?.id ?? sessionId

  return {
    /** False when an agent that comes now has to wait for its place. */
    hasRoom: (sessionId: SessionId, depth: number): boolean =>
      deps.places.hasRoom(chatAbove(sessionId), depth),
    /** Waits for a place for a run. Answers with what gives it back. Throws, or rejects, when the run is stopped before. */
    take: (run: RunHandle, depth: number): (() => void) | Promise<() => void> => {
      const { sessionId, runId, signal } = run
      const { session } = deps.log.folds(sessionId)
      const parent = session === null ? null : waitingFor(deps, sessions, session, run)
      const holder: Holder = {
        sessionId,
        runId,
        depth,
        parent,
        asks: false,
        isOver: false,
        place: null,
        standsIn: parent !== null && (holders.get(parent)?.depth ?? 0) >= depth,
        background: session?.meta.background ?? false,
      }
      holders.set(sessionId, holder)
      sessions.set(runId, sessionId)
      settle(holder)
      const failed = (error: unknown): never => {
        leave(holder)
        throw error
      }
      try {
        const place = deps.places.take(chatAbove(sessionId), depth, signal)
        return place instanceof Promise
          ? place.then((found) => seated(holder, found), failed)
          : seated(holder, place)
      } catch (error) {
        return failed(error)
      }
    },
    /** Something has happened in a log. */
    heard: (sessionId: SessionId, events: readonly SessionEvent[]): void => {
      const holder = holders.get(sessionId)
      if (holder === undefined) return
      for (const event of events) {
        if (isEndOf(holder, event)) leave(holder)
        else if (follow(holder, event)) settle(holder)
      }
    },
    /** Says whether one waits for an agent that asks since before the app was closed, and has no inside. */
    waitsFor,
  }
}

export type AgentPlaces = ReturnType<typeof createAgentPlaces>

/** Whether an event is the end of the agent's run, even if its code still unwinds. */
const isEndOf = ({ runId }: Holder, event: SessionEvent): boolean =>
  event.kind === 'run.status' && event.payload.runId === runId && isTerminal(event.payload.to)

/** Updates a slot holder from an event. Returns false when the event does not affect waiting. */
function follow(holder: Holder, event: SessionEvent): boolean {
  if (event.kind === 'session.meta' && event.payload.changes.background !== undefined) {
    holder.background = event.payload.changes.background
    return true
  }
  if (event.kind !== 'run.status' || event.payload.runId !== holder.runId) return false
  holder.asks = event.payload.to === 'awaiting_user'
  return true
}

/**
 * Returns the parent session whose run waits for this one. Null for a background agent, and for a chat that
 * resumed an agent of another chat.
 */
function waitingFor(
  { log }: Deps,
  sessions: ReadonlyMap<RunId, SessionId>,
  { parentSessionId }: SessionRecord,
  run: RunHandle,
): SessionId | null {
  const { parentRunId } = run.record()
  if (parentRunId === undefined || parentSessionId === null) return null
  const atWork = sessions.get(parentRunId)
  if (atWork !== undefined) return atWork
  // The parent's run has ended, so the run that follows it waits for this agent.
  return log.folds(parentSessionId).runs[parentRunId] === undefined ? null : parentSessionId
}
