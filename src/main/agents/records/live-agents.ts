import type { SessionId } from '#shared/ids.ts'
import { type AgentFact, type AgentState, isHeldUp } from './agent-state.ts'
import type { Child } from './child-task.ts'

/** An agent that runs: its present run, and where it is in its life. */
export type LiveAgent = Child & {
  /** The agent that lets it work now, by its log; null for a chat. */
  readonly parent: SessionId | null
  readonly move: () => void
  /** Changed by `apply` only. */
  readonly life: () => AgentState
  /** Takes in a fact, and does what follows for the time limits and the lists of agents. */
  readonly apply: (fact: AgentFact) => void
  /** Aborted when it is stopped, or hung. */
  readonly stopped: AbortSignal
  /** Resolves when its run has ended and it is known whether another follows. */
  over: Promise<unknown>
  /** All its runs as one, for the parent that waits for it; null until the first has been started. */
  whole: Child | null
}

/** All agents that run, by their logs. */
export type LiveAgents = Map<SessionId, LiveAgent>

/**
 * Resets the idle limit of an agent and of the parents that wait for it, because something was heard of the agent. Time
 * limits are paused while an agent, or one it waits for, is held up. Agents in the background do not count.
 */
export function keepPatient(live: ReadonlyMap<SessionId, LiveAgent>, heard: LiveAgent): void {
  const waiting = waitedForIn(live)
  for (let at: LiveAgent | undefined = heard; at !== undefined; at = waitingFor(live, at)) {
    const limits = limitsOf(at.life())
    limits?.alive()
    limits?.standStill(isHeldUp(at.life()) || waiting.some((each) => holdsUp(live, each, at)))
  }
}

const limitsOf = (life: AgentState) => ('limits' in life ? life.limits : null)

/**
 * Returns the agents that are held up while another agent waits for them. Called with every event of every agent, so it
 * allocates nothing when there are none, and skips the hundreds that queue for a chat.
 */
function waitedForIn(live: ReadonlyMap<SessionId, LiveAgent>): readonly LiveAgent[] {
  let found: LiveAgent[] | null = null
  for (const each of live.values()) {
    if (!isHeldUp(each.life()) || waitingFor(live, each) === undefined) continue
    found ??= []
    found.push(each)
  }
  return found ?? NOBODY
}

const NOBODY: readonly LiveAgent[] = []

/** Whether `each` is the waiting agent itself, or one that it waits for, directly or through others. */
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

/** Returns the agent that waits for this one. */
function waitingFor(
  live: ReadonlyMap<SessionId, LiveAgent>,
  { life, parent }: LiveAgent,
): LiveAgent | undefined {
  return parent === null || life().inBackground ? undefined : live.get(parent)
}
