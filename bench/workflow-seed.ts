import { join } from 'node:path'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { WorkflowAgentCall, WorkflowEvent } from '#shared/workflow/workflow-events.ts'
import { WorkflowRunDetail } from '#shared/workflow/workflow-run.ts'
import { createNewId } from '../src/main/lib/ids.ts'
import { createWorkflowRows } from '../src/main/workflows/host/rows.ts'
import { openBenchLog } from './bench-log.ts'
import { opening } from './conversation.ts'

const PHASES = ['Scope', 'Review', 'Verify', 'Judge', 'Report'] as const

/** Puts a run with this many agents, none of them done, into the database of a home. Answers with its session. */
export function addWorkflowRun(home: string, projectId: ProjectId, agents: number): SessionId {
  const newId = createNewId(Date.now)
  const log = openBenchLog({ folder: join(home, 'data'), name: 'orrery', newId, now: Date.now })
  const sessionId: SessionId = newId('session')
  const contextId = newId('context')
  const events = [started(), ...Array.from({ length: agents }, (_, at) => queued(at))]
  log.bus.publish(sessionId, [
    ...opening(contextId, newId, projectId).map(inWorkflow),
    ...events.map((event): NewDurableEvent => ({ ...event, contextId })),
  ])
  const run = WorkflowRunDetail.parse({
    id: newId('workflowRun'),
    sessionId,
    projectId,
    launcherSessionId: null,
    name: 'thousand',
    description: 'A thousand agents',
    script: 'return 1',
    args: null,
    // What is at work when the app starts would be taken for cut off.
    state: 'stopped',
    attempt: 1,
    agentsDone: 0,
    agentsTotal: agents,
    tokens: 0,
    budget: null,
    concurrency: 16,
    usd: 0,
    forkOf: null,
    error: null,
    createdAt: Date.now(),
    updatedAt: Date.now(),
    endedAt: null,
  })
  createWorkflowRows(log.db).put(run)
  log.close()
  return sessionId
}

function inWorkflow(event: NewDurableEvent): NewDurableEvent {
  return event.kind === 'session.created'
    ? { ...event, payload: { ...event.payload, kind: 'workflow' } }
    : event
}

const started = (): WorkflowEvent => ({
  kind: 'workflow.started',
  payload: {
    attempt: 1,
    name: 'thousand',
    description: 'A thousand agents',
    scriptHash: '',
    args: null,
    phases: PHASES.map((title) => ({ title })),
    concurrency: 16,
    budget: null,
    memo: 0,
  },
})

function queued(at: number): WorkflowEvent {
  const call: WorkflowAgentCall = {
    label: `Look at part ${at}`,
    phase: PHASES[at % PHASES.length] ?? null,
    group: null,
    key: `k${at}`,
    nth: 0,
    prompt: `Look at part ${at} and say what it does.`,
    model: 'bench/scripted',
    agentType: null,
    isolation: null,
  }
  return {
    kind: 'workflow.agent',
    payload: { agentId: at + 1, state: 'queued', attempt: 0, waits: 'slot', call },
  }
}
