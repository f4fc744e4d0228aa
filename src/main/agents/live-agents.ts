import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Activity } from './activity.ts'
import type { Patience } from './child-place.ts'
import type { Child } from './child-task.ts'

/** An agent at work. */
export type LiveAgent = Child & {
  /** The agent that lets it work now, by its log; null for a chat. */
  readonly employer: SessionId | null
  readonly move: () => void
  activity: Activity
  /** It waits for a place. */
  queued: boolean
  background: boolean
  patience: Patience | null
  /** It was told to stop or had all its time: it hears nothing more, and is not begun again by itself. */
  isEnding: boolean
  /** Aborted when it is stopped, or hung. */
  readonly stopped: AbortSignal
  /** Resolves when its run has ended and it is known whether another follows by itself. */
  over: Promise<unknown>
  /** It and what it was begun again as, once somebody may wait for it. */
  whole: Child | null
  quiet: AgentRun['quiet']
}

/** All that are at work, by their logs. */
export type LiveAgents = Map<SessionId, LiveAgent>

/**
 * Something was heard of an agent. Who waits for somebody that works, that asks the person, or that waits for a place is
 * not idle. What those do who work for it in the background says nothing about an agent.
 */
export function keepPatient(live: ReadonlyMap<SessionId, LiveAgent>, heard: LiveAgent): void {
  const waiting = waitedForIn(live)
  for (let at: LiveAgent | undefined = heard; at !== undefined; at = waitingFor(live, at)) {
    at.patience?.alive()
    at.patience?.standStill(isHeldUp(at) || waiting.some((each) => holdsUp(live, each, at)))
  }
}

/** It waits for the person or for a place. */
const isHeldUp = ({ activity, queued }: LiveAgent): boolean => activity.asks > 0 || queued

/**
 * Those that are held up while another agent waits for them. Asked with every event of every agent, so it makes nothing
 * when there are none, and passes at once over the hundreds that stand in line for a chat.
 */
function waitedForIn(live: ReadonlyMap<SessionId, LiveAgent>): readonly LiveAgent[] {
  let found: LiveAgent[] | null = null
  for (const each of live.values()) {
    if (!isHeldUp(each) || waitingFor(live, each) === undefined) continue
    found ??= []
    found.push(each)
  }
  return found ?? NOBODY
}

const NOBODY: readonly LiveAgent[] = []

/** True for the same agent, and for one it waits for, or one that is waited for by that one. */
function holdsUp(
  live: ReadonlyMap<SessionId, LiveAgent>,
  each: LiveAgent,
  waiting: LiveAgent | undefined,
): boolean {
  for (let at: LiveAgent | undefined = each; at !== undefined; at = waitingFor(live, at)) {
    if (at === waiting) return true
  }
  return false
}

/** Who waits for an agent. */
function waitingFor(
  live: ReadonlyMap<SessionId, LiveAgent>,
  { background, employer }: LiveAgent,
): LiveAgent | undefined {
  return background || employer === null ? undefined : live.get(employer)
}
