import { NO_COST } from '#shared/workflow/add-cost.ts'
import type { RunCost } from '#shared/workflow/memo.ts'
import { costOfAttempts } from '#shared/workflow/run-cost.ts'
import type { WorkflowAgentChanged, WorkflowEvent } from '#shared/workflow/workflow-events.ts'
import type { RunInFile, ViewInFile } from './run-file.ts'

type AgentInFile = ViewInFile['agents'][number]

/** The events a view could be the fold of, so that a run from a file is shown like one that ran here. */
export function eventsOfView(run: RunInFile, now: number): WorkflowEvent[] {
  const view = run.view ?? nothing(run)
  // A file may name any moment; none of them lies ahead, and nothing ends before it began.
  const past = (at: number | null, earliest = 0) => Math.min(now, Math.max(earliest, at ?? earliest))
  const began = past(view.startedAt ?? run.createdAt)
  const started: WorkflowEvent = {
    kind: 'workflow.started',
    payload: {
      attempt: view.attempt,
      name: run.name,
      description: run.description,
      phases: view.declaredPhases,
      scriptHash: '',
      args: run.args,
      concurrency: run.concurrency,
      budget: run.budget,
      warnAt: run.warnAt,
      memo: 0,
      happenedAt: began,
      before: beforeOf(view),
    },
  }
  const phases = view.phases.map((payload): WorkflowEvent => ({ kind: 'workflow.phase', payload }))
  const agents = view.agents
    .toSorted((left, right) => left.agentId - right.agentId)
    .flatMap((agent) => agentEvents(agent, began, past))
  const logs = view.logs.map(
    ({ at, ...line }): WorkflowEvent => ({
      kind: 'workflow.log',
      payload: { ...line, happenedAt: past(at, began) },
    }),
  )
  return [
    started,
    ...phases,
    ...agents,
    ...logs,
    endedEvent(run, view, past(view.endedAt ?? run.endedAt, began)),
  ]
}

function agentEvents(
  agent: AgentInFile,
  began: number,
  past: (at: number | null, earliest?: number) => number,
): WorkflowEvent[] {
  const { agentId, attempt, memo, taken, result, cost, tools, error } = agent
  const { label, phase, group, key, nth, asked, prompt, model, agentType, isolation } = agent
  const others = asked === undefined ? {} : { asked }
  const call = { label, phase, group, key, nth, ...others, prompt, model, agentType, isolation }
  const over = agent.state === 'running' ? 'stopped' : agent.state
  const from = past(agent.startedAt, began)
  const event = (payload: Omit<WorkflowAgentChanged, 'agentId' | 'attempt'>): WorkflowEvent => ({
    kind: 'workflow.agent',
    payload: { agentId, attempt, ...payload },
  })
  const last = event({
    state: over,
    ...(memo ? { memo: true as const } : {}),
    ...(taken ? { taken: true as const } : {}),
    ...(result === null ? {} : { result }),
    ...(cost === null ? {} : { cost }),
    ...(tools === null ? {} : { tools }),
    ...(error === null ? {} : { error }),
    happenedAt: past(agent.endedAt, from),
  })
  return [event({ state: agent.startedAt === null ? 'queued' : 'running', call, happenedAt: from }), last]
}

function endedEvent(run: RunInFile, view: ViewInFile, happenedAt: number): WorkflowEvent {
  const error = run.error ?? view.error
  return {
    kind: 'workflow.ended',
    payload: {
      state: endState(run),
      spent: run.tokens,
      happenedAt,
      ...(run.state === 'done' ? { value: view.value } : {}),
      ...(error === null ? {} : { error }),
    },
  }
}

/** Returns the total cost of a run in a file. */
export function costInFile(run: RunInFile): RunCost {
  const { view } = run
  if (view !== null) return costOfAttempts({ ...view, before: beforeOf(view) })
  return { usage: { input: 0, output: run.tokens }, usd: run.usd }
}

/** A file of an older version tells of earlier attempts only by the results that were used again. */
function beforeOf({ before, agents }: ViewInFile): RunCost {
  if (before !== null) return before
  const again = agents.filter(({ memo, taken }) => memo && !taken)
  return costOfAttempts({ before: NO_COST, agents: again.map((agent) => ({ ...agent, memo: false })) })
}

/** Returns the state of an imported run. One that was exported while running counts as interrupted. */
export function endState({ state }: RunInFile) {
  return state === 'running' ? 'interrupted' : state
}

function nothing(run: RunInFile): ViewInFile {
  return {
    attempt: run.attempt,
    before: costInFile({ ...run, view: null }),
    declaredPhases: [],
    phases: [],
    agents: [],
    logs: [],
    value: null,
    error: null,
    startedAt: run.createdAt,
    endedAt: run.endedAt,
  }
}
