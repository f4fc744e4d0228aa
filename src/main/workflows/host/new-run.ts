import type { ProjectId, SessionId, WorkflowRunId } from '#shared/ids.ts'
import type { TriggerOrigin } from '#shared/trigger/origin.ts'
import { type AgentDefaults, USUAL_AGENTS } from '#shared/workflow/agent-defaults.ts'
import type { WorkflowMeta } from '#shared/workflow/workflow.ts'
import type { WorkflowRunDetail } from '#shared/workflow/workflow-run.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import { openSession, type SessionMaking } from './workflow-session.ts'

/** A launch request: a checked script with its limits. */
export type Launch = {
  readonly projectId: ProjectId
  readonly cwd: string
  /** The chat that gets the completion notice. */
  readonly launcherSessionId: SessionId | null
  /** It was started in that chat, so agents may be told what the chat is about. */
  readonly fromChat: boolean
  readonly script: string
  readonly fileName: string
  readonly args: unknown
  readonly concurrency: number
  readonly budget: number | null
  /** From how many output tokens on the person is warned, where that is not the usual share of the ceiling. */
  readonly warnAt?: number | null
  /** The same in US dollars. */
  readonly budgetUsd?: number | null
  readonly warnUsd?: number | null
  /** Defaults for its agents, if not the built-in ones. */
  readonly agentDefaults?: AgentDefaults
  /** The purpose of this run, if more specific than that of its script. */
  readonly title?: string
  readonly description?: string
  /** The id of the run, where it was chosen before. */
  readonly id?: WorkflowRunId
  /** The trigger that starts it. */
  readonly origin?: TriggerOrigin
}

type Deps = SessionMaking & { readonly clock: Clock; readonly newId: NewId }

/** The run a launch makes, with the session that will hold what happens in it. */
export async function newRun(deps: Deps, launch: Launch, meta: WorkflowMeta): Promise<WorkflowRunDetail> {
  const sessionId = await openSession(deps, { ...launch, name: meta.name })
  const now = deps.clock.now()
  const launcher = launch.launcherSessionId
  return {
    id: launch.id ?? deps.newId('workflowRun'),
    sessionId,
    projectId: launch.projectId,
    launcherSessionId: launcher,
    name: meta.name,
    title: launch.title ?? null,
    description: launch.description ?? meta.description,
    state: 'running',
    attempt: 1,
    agentsDone: 0,
    agentsTotal: 0,
    agentsWaiting: 0,
    pausing: false,
    tokens: 0,
    budget: launch.budget,
    warnAt: launch.warnAt ?? null,
    budgetUsd: launch.budgetUsd ?? null,
    warnUsd: launch.warnUsd ?? null,
    warnedAt: null,
    concurrency: launch.concurrency,
    usd: 0,
    createdAt: now,
    updatedAt: now,
    endedAt: null,
    forkOf: null,
    forkChanges: [],
    told: 0,
    imported: false,
    ...(launch.origin === undefined ? {} : { origin: launch.origin }),
    error: null,
    script: launch.script,
    args: launch.args as WorkflowRunDetail['args'],
    edits: [],
    agentDefaults: launch.agentDefaults ?? USUAL_AGENTS,
    reuseEdits: false,
    elsewhere: null,
    gist: launch.fromChat && launcher !== null ? { sessionId: launcher, until: now } : null,
  }
}
