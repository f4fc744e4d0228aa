import { AppError } from '#shared/errors.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { AgentId, ModelRef, ProjectId, RunId, SessionId, WorkflowRunId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { isPaused } from '#shared/run/is-paused.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { say } from '#shared/sentences.ts'
import type { Part } from '#shared/session/message.ts'
import type { TriggerOrigin } from '#shared/trigger/origin.ts'
import type { Trigger, TriggerFiring } from '#shared/trigger/trigger.ts'
import { USUAL_AGENTS } from '#shared/workflow/agent-defaults.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import type { WorkflowPlace } from '#shared/workflow/workflow.ts'
import type { WorkflowRunDetail } from '#shared/workflow/workflow-run.ts'
import type { MadeSession, Sessions } from '../runs/chats/sessions.ts'
import type { Workflows } from '../workflows/host/workflows.ts'
import { argumentsWith, messageOf } from './event-words.ts'
import type { TriggerWorkPort, WorkEnd } from './firings.ts'

type Deps = {
  readonly projects: { readonly usable: (id: ProjectId) => Promise<Project> }
  readonly sessions: Pick<Sessions, 'make'>
  readonly lane: { readonly open: (made: MadeSession, parts: readonly Part[]) => void }
  readonly folds: (id: SessionId) => SessionFolds
  /** Writes to the disk what the log has published. Throws when it cannot. */
  readonly commit: () => void
  readonly modelOfNewChat: (
    projectId: ProjectId,
    agentId?: AgentId,
  ) => Promise<{ readonly model: ModelRef; readonly before: ModelRef | null }>
  readonly findWorkflow: (
    projectId: ProjectId,
    name: string,
    source: WorkflowPlace,
  ) => Promise<{ readonly name: string; readonly script: string }>
  readonly workflows: Pick<Workflows, 'launch' | 'stop'>
  readonly workflowRun: (id: WorkflowRunId) => WorkflowRunDetail | null
  readonly stopChat: (sessionId: SessionId, runId: RunId, reason: string) => Promise<void>
  /** US dollars of a run with its subagents; null when unknown. */
  readonly costOf: (run: RunRecord) => number | null
}

/** Begins the chats and workflow runs of triggers, and reads their ends. */
export function createTriggerWork(deps: Deps): TriggerWorkPort & {
  /** Whether the run of a firing waits for the person. */
  readonly isWaiting: (firing: TriggerFiring) => boolean
  /** Stops the run of a firing. */
  readonly stop: (firing: TriggerFiring, reason: string) => Promise<void>
} {
  return {
    begin: async (trigger, { firing, data: stored }, chain) => {
      const project = await deps.projects.usable(trigger.projectId)
      const { data } = stored === null ? { data: null } : (JSON.parse(stored) as { data: string | null })
      const origin: TriggerOrigin = {
        triggerId: trigger.id,
        firingId: firing.id,
        name: trigger.name,
        chain: [...chain],
      }
      if (trigger.work.kind === 'prompt') await beginChat(deps, { trigger, project, firing, data, origin })
      else await beginWorkflow(deps, { trigger, project, firing, data, origin })
    },
    hasBegun: ({ sessionId, workflowRunId }) =>
      sessionId === null
        ? workflowRunId !== null && deps.workflowRun(workflowRunId) !== null
        : deps.folds(sessionId).session !== null,
    endOf: ({ sessionId, workflowRunId }) =>
      sessionId === null ? workflowEnd(deps, workflowRunId) : chatEnd(deps, sessionId),
    isWaiting: ({ sessionId, workflowRunId }) =>
      sessionId === null
        ? ((workflowRunId === null ? null : deps.workflowRun(workflowRunId))?.agentsWaiting ?? 0) > 0
        : firstRun(deps, sessionId)?.status === 'awaiting_user',
    stop: async ({ sessionId, workflowRunId }, reason) => {
      if (workflowRunId !== null) return deps.workflows.stop(workflowRunId)
      const run = sessionId === null ? undefined : firstRun(deps, sessionId)
      if (run !== undefined && sessionId !== null) await deps.stopChat(sessionId, run.runId, reason)
    },
  }
}

type Beginning = {
  readonly trigger: Trigger
  readonly project: Project
  readonly firing: TriggerFiring
  readonly data: string | null
  readonly origin: TriggerOrigin
}

async function beginChat(deps: Deps, { trigger, project, firing, data, origin }: Beginning): Promise<void> {
  const { work, caps } = trigger
  if (work.kind !== 'prompt' || firing.sessionId === null) return
  const agentId = work.agentId ?? undefined
  const usual = await deps.modelOfNewChat(project.id, agentId)
  const made = await deps.sessions.make({
    id: firing.sessionId,
    projectId: project.id,
    cwd: project.path,
    title: trigger.name,
    origin,
    model: trigger.model ?? usual.model,
    permissionMode: trigger.permissionMode,
    ...(agentId === undefined ? {} : { agentId }),
    ...(trigger.model !== null || usual.before === null ? {} : { modelBefore: usual.before }),
    ...(caps.maxUsd === null && caps.maxMinutes === null ? {} : { limits: limitsOf(trigger) }),
  })
  deps.lane.open(made, [{ t: 'text', text: messageOf(trigger, work.prompt, data) }])
  deps.commit()
}

const limitsOf = ({ caps: { maxUsd, maxMinutes } }: Pick<Trigger, 'caps'>) => ({
  warnCost: null,
  stopCost: maxUsd,
  warnTokens: null,
  stopTokens: null,
  ...(maxMinutes === null ? {} : { stopMinutes: maxMinutes }),
})

async function beginWorkflow(
  deps: Deps,
  { trigger, project, firing, data, origin }: Beginning,
): Promise<void> {
  const { work, caps, model } = trigger
  if (work.kind !== 'workflow' || firing.workflowRunId === null) return
  const { name, script } = await deps.findWorkflow(project.id, work.name, work.source)
  await deps.workflows.launch({
    id: firing.workflowRunId,
    projectId: project.id,
    cwd: project.path,
    origin,
    script,
    fileName: `${name}.js`,
    launcherSessionId: null,
    fromChat: false,
    budget: null,
    budgetUsd: caps.maxUsd,
    args: argumentsWith(work.args, data),
    concurrency: WORKFLOW_LIMITS.defaultConcurrency,
    agentDefaults: {
      ...USUAL_AGENTS,
      permissionMode: trigger.permissionMode,
      ...(model === null ? {} : { model }),
    },
  })
  deps.commit()
}

/** The run that a trigger began in a chat. Later runs of the chat are the person's. */
function firstRun({ folds }: Pick<Deps, 'folds'>, sessionId: SessionId): RunRecord | undefined {
  return Object.values<RunRecord>(folds(sessionId).runs)
    .filter(({ parentRunId }) => parentRunId === undefined)
    .toSorted((one, other) => one.createdAt - other.createdAt || (one.runId < other.runId ? -1 : 1))[0]
}

const GONE: WorkEnd = { state: 'stopped', note: null, error: null, usd: null }

function chatEnd(deps: Deps, sessionId: SessionId): WorkEnd | null {
  const run = firstRun(deps, sessionId)
  if (run === undefined) return GONE
  if (!isTerminal(run.status)) return null
  const usd = deps.costOf(run)
  const error = run.error ?? null
  if (run.status === 'completed') return { state: 'done', note: null, error: null, usd }
  if (run.status === 'cancelled' || isPaused(run)) return { state: 'stopped', note: null, error, usd }
  const note = error?.code === 'run.abandoned' ? ({ code: 'interrupted' } as const) : null
  return { state: 'failed', note, error, usd }
}

function workflowEnd({ workflowRun }: Deps, id: WorkflowRunId | null): WorkEnd | null {
  const run = id === null ? null : workflowRun(id)
  if (run === null) return GONE
  const { usd, error } = run
  switch (run.state) {
    case 'running':
    case 'paused':
      return null
    case 'done':
      return { state: 'done', note: null, error: null, usd }
    case 'stopped':
      return { state: 'stopped', note: null, error, usd }
    case 'interrupted':
      return { state: 'failed', note: { code: 'interrupted' }, error, usd }
    case 'failed':
      return { state: 'failed', note: null, error: error ?? noReason(), usd }
  }
}

const noReason = () => AppError.saying('other', say('trigger.runFailed')).toData()
