import type { AppErrorData } from '../errors.ts'
import { addCost, NO_COST } from './add-cost.ts'
import type { AgentCost } from './memo.ts'
import type { AgentRef } from './workflow.ts'
import type { WorkflowAgentChanged } from './workflow-events.ts'

/** A try of an agent that another one followed, or that ended with an attempt at the run. */
export type AgentTry = {
  /** The agent's transcript. */
  readonly ref: AgentRef
  /** Why it ended, or null where a person started the agent again or the app was closed. */
  readonly error: AppErrorData | null
  readonly cost: AgentCost | null
  /** The attempt at the run it was made in. */
  readonly attempt: number
}

type Tried = {
  readonly key: string
  readonly nth: number
  readonly state: string
  readonly ref: AgentRef | null
  readonly error: AppErrorData | null
  readonly cost: AgentCost | null
  readonly tries: readonly AgentTry[]
}
type Run = {
  readonly attempt: number
  readonly agents: readonly Tried[]
  readonly tried: Readonly<Record<string, readonly AgentTry[]>>
}

/** By what a call is known again in a later attempt. */
export const callKey = ({ key, nth }: Pick<Tried, 'key' | 'nth'>): string => `${nth} ${key}`

/**
 * Returns the tries after an event. An agent in a new session has begun a new try; one correcting its answer
 * has not.
 */
export function triesAfter(agent: Tried, { ref, memo, error }: WorkflowAgentChanged, attempt: number) {
  const isNew = !memo && ref !== undefined && agent.ref !== null && ref.sessionId !== agent.ref.sessionId
  return isNew ? withTry(agent, error ?? null, attempt) : agent.tries
}

/** Returns the tries so far of each call, for the next attempt. Results are kept separately. */
export function triedSoFar({ attempt, agents, tried }: Run): Run['tried'] {
  const all: Record<string, readonly AgentTry[]> = { ...tried }
  for (const agent of agents) {
    const isKept = agent.state === 'done' || agent.state === 'skipped'
    const tries = isKept ? agent.tries : withTry(agent, agent.error, attempt)
    if (tries.length > 0) all[callKey(agent)] = tries
  }
  return all
}

function withTry(agent: Tried, error: AppErrorData | null, attempt: number): readonly AgentTry[] {
  const { ref, tries } = agent
  return ref === null ? tries : [...tries, { ref, error, cost: costOfTry(agent, attempt), attempt }]
}

/** The cost of an agent is that of all its tries in an attempt. */
function costOfTry({ cost, tries }: Tried, attempt: number): AgentCost | null {
  if (cost === null) return null
  const before = tries
    .filter((each) => each.attempt === attempt)
    .reduce((sum, each) => addCost(sum, each.cost ?? NO_COST), NO_COST)
  const input = sent(cost) - sent(before)
  const output = cost.usage.output - before.usage.output
  return { usage: { input, output }, usd: cost.usd === null ? null : cost.usd - (before.usd ?? 0) }
}

const sent = ({ usage: { input, cacheRead = 0, cacheWrite = 0 } }: AgentCost): number =>
  input + cacheRead + cacheWrite
