import { tokensOf } from '#shared/session/usage.ts'
import type { WorkflowAgentView } from '#shared/workflow/fold-workflow.ts'
import type { MarkState } from '../../../ui/controls/Mark.tsx'
import { agentTime } from '../run-figures.ts'

/** The label of the result column. */
export type AgentWord =
  | 'text'
  | 'object'
  | 'memo'
  | 'dead'
  | 'skipped'
  | 'running'
  | 'waiting'
  | 'queued'
  | 'stopped'

export function wordOf(agent: WorkflowAgentView): AgentWord {
  switch (agent.state) {
    case 'queued':
      return 'queued'
    case 'running':
      return agent.waits === 'person' ? 'waiting' : 'running'
    case 'done':
      return agent.memo ? 'memo' : (agent.result?.kind ?? 'text')
    default:
      return agent.state
  }
}

const MARKS: Readonly<Record<AgentWord, MarkState>> = {
  text: 'done',
  object: 'done',
  memo: 'done',
  dead: 'fail',
  skipped: 'stop',
  running: 'run',
  waiting: 'wait',
  queued: 'pend',
  stopped: 'stop',
}

export function markOf(word: AgentWord): MarkState {
  return MARKS[word]
}

/** Cuts a label into its name and the place in the code it ends with, if it ends with one. */
export function labelParts(label: string): { readonly name: string; readonly place: string | null } {
  const found = /^(.+?)\s+((?:[\w.@-]+\/)*[\w@-]+(?:\.[\w-]+)*\.[a-z]\w{0,9}(?::\d+(?:-\d+)?)?)$/i.exec(label)
  return found?.[1] === undefined || found[2] === undefined
    ? { name: label, place: null }
    : { name: found[1], place: found[2] }
}

export const AGENT_ORDERS = ['needsFirst', 'inOrder', 'slowFirst', 'dearFirst'] as const
export type AgentOrder = (typeof AGENT_ORDERS)[number]

const RANKS: Readonly<Record<AgentWord, number>> = {
  waiting: 0,
  running: 1,
  queued: 2,
  dead: 3,
  text: 4,
  object: 4,
  memo: 4,
  skipped: 4,
  stopped: 4,
}

/** Agents that match a query by label, model or the displayed word for their state, in an order. */
export function shownAgents(
  agents: readonly WorkflowAgentView[],
  query: string,
  order: AgentOrder,
  textOf: (word: AgentWord) => string,
): readonly WorkflowAgentView[] {
  const wanted = query.trim().toLocaleLowerCase()
  const found = wanted === '' ? agents : agents.filter((agent) => matches(agent, wanted, textOf))
  if (order === 'inOrder') return found
  return found.toSorted(ORDERS[order])
}

function matches(agent: WorkflowAgentView, wanted: string, textOf: (word: AgentWord) => string): boolean {
  return [agent.label, agent.model ?? '', textOf(wordOf(agent))].some((text) =>
    text.toLocaleLowerCase().includes(wanted),
  )
}

type Compare = (left: WorkflowAgentView, right: WorkflowAgentView) => number

const ORDERS: Readonly<Record<Exclude<AgentOrder, 'inOrder'>, Compare>> = {
  needsFirst: (left, right) => {
    const rank = RANKS[wordOf(left)] - RANKS[wordOf(right)]
    if (rank !== 0) return rank
    // Pending agents are listed from the first, ended ones from the last.
    return RANKS[wordOf(left)] < 3 ? left.agentId - right.agentId : right.agentId - left.agentId
  },
  // A running agent has no end yet; it counts as the slowest.
  slowFirst: (left, right) => lasted(right) - lasted(left) || left.agentId - right.agentId,
  dearFirst: (left, right) => used(right) - used(left) || left.agentId - right.agentId,
}

const FAR_FUTURE = 8.64e15

const lasted = (agent: WorkflowAgentView) => agentTime(agent, FAR_FUTURE) ?? -1
const used = (agent: WorkflowAgentView) => (agent.cost === null ? -1 : tokensOf(agent.cost.usage))
