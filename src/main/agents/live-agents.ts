import type { SessionId } from '#shared/ids.ts'
import type { Activity } from './activity.ts'
import type { Patience } from './child-place.ts'
import type { Child } from './child-task.ts'

/** An agent at work. */
export type LiveAgent = Child & {
  readonly parentSessionId: SessionId | null
  readonly move: () => void
  activity: Activity
  queued: boolean
  background: boolean
  patience: Patience | null
  /** It was told to stop or had all its time: it hears nothing more, and is not begun again by itself. */
  isEnding: boolean
  /** It and what it was begun again as, once somebody may wait for it. */
  whole: Child | null
}

/** All that are at work, by their logs. */
export type LiveAgents = Map<SessionId, LiveAgent>

/** Something was heard of an agent. Who waits for somebody that works, or that asks the person, is not idle. */
export function keepPatient(live: ReadonlyMap<SessionId, LiveAgent>, heard: LiveAgent): void {
  const asking = askingIn(live)
  for (let at: LiveAgent | undefined = heard; at !== undefined; at = employerOf(live, at)) {
    at.patience?.alive()
    at.patience?.waitsForPerson(asking.some((each) => worksFor(live, each, at)))
  }
}

/** Those that wait for the person. Asked with every event of every agent, so it makes nothing when there are none. */
function askingIn(live: ReadonlyMap<SessionId, LiveAgent>): readonly LiveAgent[] {
  let found: LiveAgent[] | null = null
  for (const each of live.values()) {
    if (each.activity.asks === 0) continue
    found ??= []
    found.push(each)
  }
  return found ?? NOBODY
}

const NOBODY: readonly LiveAgent[] = []

/** True for the same agent, and for one that works for it, or for one of those. */
function worksFor(
  live: ReadonlyMap<SessionId, LiveAgent>,
  each: LiveAgent,
  employer: LiveAgent | undefined,
): boolean {
  for (let at: LiveAgent | undefined = each; at !== undefined; at = employerOf(live, at)) {
    if (at === employer) return true
  }
  return false
}

function employerOf(
  live: ReadonlyMap<SessionId, LiveAgent>,
  { parentSessionId }: LiveAgent,
): LiveAgent | undefined {
  return parentSessionId === null ? undefined : live.get(parentSessionId)
}
