import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Activity } from './activity.ts'
import type { Patience } from './child-place.ts'
import type { Child } from './child-task.ts'

/** An agent at work. */
export type LiveAgent = Child & {
  /** The log of who lets it work now; null for a chat that has it go on for another. */
  readonly employer: SessionId | null
  readonly move: () => void
  activity: Activity
  /** It waits for a place. */
  queued: boolean
  background: boolean
  patience: Patience | null
  /** It was told to stop or had all its time: it hears nothing more, and is not begun again by itself. */
  isEnding: boolean
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
  const waiting = waitingIn(live)
  for (let at: LiveAgent | undefined = heard; at !== undefined; at = waitingFor(live, at)) {
    at.patience?.alive()
    at.patience?.standStill(waiting.some((each) => holdsUp(live, each, at)))
  }
}

/** Those that wait for the person or for a place. Asked with every event of every agent, so it makes nothing when there are none. */
function waitingIn(live: ReadonlyMap<SessionId, LiveAgent>): readonly LiveAgent[] {
  let found: LiveAgent[] | null = null
  for (const each of live.values()) {
    if (each.activity.asks === 0 && !each.queued) continue
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
