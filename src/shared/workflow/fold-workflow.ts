import type { AppErrorData } from '../errors.ts'
import { never } from '../never.ts'
import { NO_COST } from './add-cost.ts'
import { type AgentTry, callKey, triedSoFar, triesAfter } from './agent-tries.ts'
import type { AgentCost, RunCost } from './memo.ts'
import { costOfAttempts } from './run-cost.ts'
import type { AgentRef, WorkflowPhase, WorkflowState } from './workflow.ts'
import type {
  AgentResultNote,
  AgentWait,
  WorkflowAgentCall,
  WorkflowAgentChanged,
  WorkflowAgentState,
  WorkflowEvent,
  WorkflowLogged,
  WorkflowStarted,
} from './workflow-events.ts'

/** One row of the list of agents. */
export type WorkflowAgentView = WorkflowAgentCall & {
  readonly agentId: number
  readonly state: WorkflowAgentState
  readonly attempt: number
  readonly memo: boolean
  /** The result is of the run this one is a fork of, which paid for it. */
  readonly taken: boolean
  readonly waits: AgentWait | null
  readonly ref: AgentRef | null
  /** Its earlier tries, of this attempt and of those before, oldest first. */
  readonly tries: readonly AgentTry[]
  readonly result: AgentResultNote | null
  readonly cost: AgentCost | null
  /** Number of tool calls; null when unknown. */
  readonly tools: number | null
  readonly error: AppErrorData | null
  /** Since when nothing is heard of it, once that is worth a look. */
  readonly quietSince: number | null
  /**
   * When it first got a slot, and when it was over, in epoch milliseconds. For a result from the memo: when the work
   * was done, where an attempt at hand did it.
   */
  readonly startedAt: number | null
  readonly endedAt: number | null
}

/** A line for the person, and when it was said. */
export type WorkflowLogLine = WorkflowLogged & { readonly at: number }

/** A time between two attempts in which nothing was done. */
export type WorkflowGap = { readonly from: number; readonly to: number; readonly why: 'closed' | 'stopped' }

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
  readonly logs: readonly WorkflowLogLine[]
  readonly budget: number | null
  /** From this many output tokens on the person is warned; null for the usual share of the ceiling. */
  readonly warnAt: number | null
  readonly concurrency: number
  /** Cost of earlier attempts, whatever their outcome. */
  readonly before: RunCost
  /** When the newest attempt began. */
  readonly startedAt: number | null
  readonly endedAt: number | null
  /** Start of the first attempt, and the times without any running attempt. */
  readonly origin: number | null
  readonly gaps: readonly WorkflowGap[]
  /** When agents of earlier attempts worked, by key and number. */
  readonly worked: Readonly<Record<string, Worked>>
  /** The tries of earlier attempts, by key and number. */
  readonly tried: Readonly<Record<string, readonly AgentTry[]>>
  /** When the newest event happened. */
  readonly heardAt: number
  readonly value: unknown
  readonly error: AppErrorData | null
}

type Worked = { readonly startedAt: number; readonly endedAt: number }

export const EMPTY_WORKFLOW: WorkflowView = {
  state: null,
  name: '',
  attempt: 0,
  declaredPhases: [],
  phases: [],
  agents: [],
  logs: [],
  budget: null,
  warnAt: null,
  concurrency: 0,
  before: NO_COST,
  startedAt: null,
  endedAt: null,
  origin: null,
  gaps: [],
  worked: {},
  tried: {},
  heardAt: 0,
  value: null,
  error: null,
}

/** Follows a run. The same events give the same view in main and in a window. */
export function foldWorkflow(view: WorkflowView, event: WorkflowEvent, storedAt: number): WorkflowView {
  const at = ('happenedAt' in event.payload ? event.payload.happenedAt : undefined) ?? storedAt
  return { ...folded(view, event, at), heardAt: at }
}

function folded(view: WorkflowView, event: WorkflowEvent, at: number): WorkflowView {
  switch (event.kind) {
    case 'workflow.started':
      return attemptBegan(view, event.payload, at)
    case 'workflow.phase':
      return { ...view, phases: [...view.phases, event.payload] }
    case 'workflow.agent':
      return agentChanged(view, event.payload, at)
    case 'workflow.log':
      return { ...view, logs: [...view.logs, { ...event.payload, at }] }
    case 'workflow.ended': {
      const { state, value, error } = event.payload
      return { ...view, state, value: value ?? null, error: error ?? null, endedAt: at }
    }
    default:
      return never(event)
  }
}

function attemptBegan(view: WorkflowView, started: WorkflowStarted, at: number): WorkflowView {
  const { name, attempt, phases, budget, concurrency, warnAt } = started
  const fresh: WorkflowView = {
    ...EMPTY_WORKFLOW,
    state: 'running',
    name,
    attempt,
    budget,
    concurrency,
    declaredPhases: phases,
    warnAt: warnAt ?? null,
    startedAt: at,
    origin: at,
  }
  if (view.startedAt === null) return { ...fresh, before: started.before ?? NO_COST }
  // An attempt without an end was cut off together with the app.
  const why = view.state === 'running' || view.state === 'interrupted' ? 'closed' : 'stopped'
  const gap: WorkflowGap = { from: view.endedAt ?? view.heardAt, to: at, why }
  // Before it was noted, the agents of the attempt that ended tell most of it.
  const before = started.before ?? costOfAttempts(view)
  return { ...fresh, before, origin: view.origin, gaps: [...view.gaps, gap], ...earlier(view) }
}

const earlier = (view: WorkflowView) => ({ worked: workedSoFar(view), tried: triedSoFar(view) })

function workedSoFar({ worked, agents }: WorkflowView): Readonly<Record<string, Worked>> {
  const all: Record<string, Worked> = { ...worked }
  for (const { key, nth, memo, startedAt, endedAt } of agents) {
    if (!memo && startedAt !== null && endedAt !== null) all[callKey({ key, nth })] = { startedAt, endedAt }
  }
  return all
}

function agentChanged(view: WorkflowView, change: WorkflowAgentChanged, at: number): WorkflowView {
  const place = placeOf(view.agents, change.agentId)
  const found = view.agents[place]
  const known = found?.agentId === change.agentId ? found : null
  const agent = known ?? (change.call === undefined ? null : newAgent(view, change.agentId, change.call))
  // A change of an agent whose first event is not at hand says too little to show it.
  if (agent === null) return view
  const next = change.memo
    ? { ...moved(agent, change, at), ...timesOf(view, agent), taken: isTaken(view, change) }
    : { ...moved(agent, change, at), tries: triesAfter(agent, change, view.attempt) }
  return { ...view, agents: withAgent(view.agents, place, known === null ? 'new' : 'known', next) }
}

/** A copy with one more agent or one changed. `slice` copies the memory, `toSpliced` each place on its own. */
function withAgent(
  agents: readonly WorkflowAgentView[],
  place: number,
  is: 'new' | 'known',
  agent: WorkflowAgentView,
): readonly WorkflowAgentView[] {
  const next = agents.slice()
  if (is === 'known') next[place] = agent
  else if (place === next.length) next.push(agent)
  else next.splice(place, 0, agent)
  return next
}

/** Before it was noted: in its first attempt a run has no other results than those of its parent. */
function isTaken({ attempt }: WorkflowView, { taken }: WorkflowAgentChanged): boolean {
  return taken ?? attempt === 1
}

/** Nothing was run for a result from the memo; its time is the time of the attempt that did the work. */
function timesOf({ worked }: WorkflowView, agent: WorkflowAgentView) {
  return worked[callKey(agent)] ?? { startedAt: null, endedAt: null }
}

/**
 * Returns the index of an agent in the list, or its insertion index. Events of an agent with an immediate
 * slot can arrive after those of a later one.
 */
function placeOf(agents: readonly WorkflowAgentView[], agentId: number): number {
  let place = Math.min(agentId - 1, agents.length)
  while (place > 0 && (agents[place - 1]?.agentId ?? 0) >= agentId) place -= 1
  return place
}

function moved(agent: WorkflowAgentView, change: WorkflowAgentChanged, at: number): WorkflowAgentView {
  const { state, attempt, memo, waits, ref, model, result, cost, tools, error, quietSince } = change
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
    tools: tools ?? agent.tools,
    error: error ?? null,
    quietSince: quietSince ?? null,
    startedAt: agent.startedAt ?? (state === 'queued' ? null : at),
    endedAt: over ? at : null,
  }
}

const newAgent = ({ tried }: WorkflowView, agentId: number, call: WorkflowAgentCall): WorkflowAgentView => ({
  ...call,
  agentId,
  state: 'queued',
  attempt: 0,
  memo: false,
  taken: false,
  waits: null,
  ref: null,
  tries: tried[callKey(call)] ?? [],
  result: null,
  cost: null,
  tools: null,
  error: null,
  quietSince: null,
  startedAt: null,
  endedAt: null,
})
