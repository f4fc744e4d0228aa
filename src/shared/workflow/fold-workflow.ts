import type { AppErrorData } from '../errors.ts'
import { never } from '../never.ts'
import type { AgentCost } from './memo.ts'
import type { AgentRef, WorkflowPhase, WorkflowState } from './workflow.ts'
import type {
  AgentResultNote,
  AgentWait,
  WorkflowAgentCall,
  WorkflowAgentChanged,
  WorkflowAgentState,
  WorkflowEvent,
  WorkflowLogged,
} from './workflow-events.ts'

/** One row of the list of agents. */
export type WorkflowAgentView = WorkflowAgentCall & {
  readonly agentId: number
  readonly state: WorkflowAgentState
  readonly attempt: number
  readonly memo: boolean
  readonly waits: AgentWait | null
  readonly ref: AgentRef | null
  readonly result: AgentResultNote | null
  readonly cost: AgentCost | null
  readonly error: AppErrorData | null
  /** When it first got a slot, and when it was over, in epoch milliseconds. */
  readonly startedAt: number | null
  readonly endedAt: number | null
}

/** A run as a person sees it: the fold of the events of its newest attempt. */
export type WorkflowView = {
  readonly state: WorkflowState | null
  readonly name: string
  readonly attempt: number
  readonly declaredPhases: readonly WorkflowPhase[]
  /** In the order they opened. */
  readonly phases: readonly { readonly title: string; readonly group: string | null }[]
  /** In the order they were called: the agent with id 1 is the first. */
  readonly agents: readonly WorkflowAgentView[]
  readonly logs: readonly WorkflowLogged[]
  readonly budget: number | null
  readonly concurrency: number
  readonly startedAt: number | null
  readonly endedAt: number | null
  readonly value: unknown
  readonly error: AppErrorData | null
}

export const EMPTY_WORKFLOW: WorkflowView = {
  state: null,
  name: '',
  attempt: 0,
  declaredPhases: [],
  phases: [],
  agents: [],
  logs: [],
  budget: null,
  concurrency: 0,
  startedAt: null,
  endedAt: null,
  value: null,
  error: null,
}

/** Follows a run. The same events give the same view in main and in a window. */
export function foldWorkflow(view: WorkflowView, event: WorkflowEvent, at: number): WorkflowView {
  switch (event.kind) {
    case 'workflow.started': {
      const { name, attempt, phases, budget, concurrency } = event.payload
      const fresh = { name, attempt, budget, concurrency, declaredPhases: phases, startedAt: at }
      return { ...EMPTY_WORKFLOW, ...fresh, state: 'running' }
    }
    case 'workflow.phase':
      return { ...view, phases: [...view.phases, event.payload] }
    case 'workflow.agent':
      return agentChanged(view, event.payload, at)
    case 'workflow.log':
      return { ...view, logs: [...view.logs, event.payload] }
    case 'workflow.ended': {
      const { state, value, error } = event.payload
      return { ...view, state, value: value ?? null, error: error ?? null, endedAt: at }
    }
    default:
      return never(event)
  }
}

function agentChanged(view: WorkflowView, change: WorkflowAgentChanged, at: number): WorkflowView {
  const place = placeOf(view.agents, change.agentId)
  const found = view.agents[place]
  const known = found?.agentId === change.agentId ? found : null
  const agent = known ?? (change.call === undefined ? null : newAgent(change.agentId, change.call))
  // A change of an agent whose first event is not at hand says too little to show it.
  if (agent === null) return view
  return { ...view, agents: view.agents.toSpliced(place, known === null ? 0 : 1, moved(agent, change, at)) }
}

/** Where the agent stands in the list, or would. An agent that has a slot at once can be heard of after a later one. */
function placeOf(agents: readonly WorkflowAgentView[], agentId: number): number {
  let place = Math.min(agentId - 1, agents.length)
  while (place > 0 && (agents[place - 1]?.agentId ?? 0) >= agentId) place -= 1
  return place
}

function moved(agent: WorkflowAgentView, change: WorkflowAgentChanged, at: number): WorkflowAgentView {
  const { state, attempt, memo, waits, ref, model, result, cost, error } = change
  const over = state !== 'queued' && state !== 'running'
  return {
    ...agent,
    state,
    attempt,
    memo: memo ?? agent.memo,
    waits: waits ?? null,
    ref: ref ?? agent.ref,
    model: model ?? agent.model,
    result: result ?? agent.result,
    cost: cost ?? agent.cost,
    error: error ?? null,
    startedAt: agent.startedAt ?? (state === 'queued' ? null : at),
    endedAt: over ? at : null,
  }
}

const newAgent = (agentId: number, call: WorkflowAgentCall): WorkflowAgentView => ({
  ...call,
  agentId,
  state: 'queued',
  attempt: 0,
  memo: false,
  waits: null,
  ref: null,
  result: null,
  cost: null,
  error: null,
  startedAt: null,
  endedAt: null,
})
