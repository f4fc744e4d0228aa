import { EMPTY_WORKFLOW, foldWorkflow, type WorkflowView } from '#shared/workflow/fold-workflow.ts'
import type {
  WorkflowAgentCall,
  WorkflowAgentChanged,
  WorkflowEvent,
} from '#shared/workflow/workflow-events.ts'

/** Tells a run event by event, as main would. */
export function createWorkflowStory(phases: readonly string[] = [], budget: number | null = null) {
  let view: WorkflowView = EMPTY_WORKFLOW
  let agents = 0
  const say = (event: WorkflowEvent, at: number) => {
    view = foldWorkflow(view, event, at)
  }
  const started = {
    attempt: 1,
    name: 'tale',
    description: '',
    scriptHash: 'h',
    args: null,
    concurrency: 3,
    memo: 0,
  }
  say(
    { kind: 'workflow.started', payload: { ...started, budget, phases: phases.map((title) => ({ title })) } },
    0,
  )
  return {
    view: () => view,
    phase: (title: string, group: string | null = null) =>
      say({ kind: 'workflow.phase', payload: { title, group } }, 0),
    /** An agent that began at `from` and, if `to` is given, ended there. */
    agent: (
      call: Partial<WorkflowAgentCall>,
      from?: number,
      to?: number,
      end: Partial<WorkflowAgentChanged> = {},
    ) => {
      agents += 1
      const whole = {
        label: `agent ${agents}`,
        phase: null,
        group: null,
        key: 'k',
        nth: 0,
        prompt: 'do it',
        model: null,
        agentType: null,
        isolation: null,
        ...call,
      }
      const tell = (payload: Omit<WorkflowAgentChanged, 'agentId'>, at: number) =>
        say({ kind: 'workflow.agent', payload: { agentId: agents, ...payload } }, at)
      tell({ state: 'queued', attempt: 0, call: whole }, from ?? 0)
      if (from !== undefined) tell({ state: 'running', attempt: 1, ...(to === undefined ? end : {}) }, from)
      if (to !== undefined) tell({ state: 'done', attempt: 1, ...end }, to)
      return agents
    },
    end: (state: 'done' | 'stopped' | 'failed', at: number) =>
      say({ kind: 'workflow.ended', payload: { state, spent: 0 } }, at),
  }
}
