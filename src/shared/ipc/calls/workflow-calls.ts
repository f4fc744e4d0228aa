import { z } from 'zod'
import type { Drafted } from '../../agent/agent-proposal.ts'
import { ProjectId, SessionId, WorkflowRunId } from '../../ids.ts'
import { AgentDefaults } from '../../workflow/agent-defaults.ts'
import { WORKFLOW_LIMITS } from '../../workflow/limits.ts'
import { WorkflowPlace, WorkflowState } from '../../workflow/workflow.ts'
import type {
  SavedWorkflow,
  ScriptCheck,
  WorkflowRunDetail,
  WorkflowRunListing,
} from '../../workflow/workflow-run.ts'
import { call, personCall } from '../call.ts'

const ScriptText = z.string().min(1).max(WORKFLOW_LIMITS.maxScriptChars)
const ofRun = z.strictObject({ workflowRunId: WorkflowRunId })
const ofAgent = z.strictObject({ workflowRunId: WorkflowRunId, agentId: z.number().int().min(1) })

const Dollars = z.number().positive().max(1_000_000).nullable()

/**
 * The limits of a workflow run. `budget` counts output tokens; null is no ceiling. From `warnAt` on the
 * person is warned; null is the default share of the ceiling. The US dollar fields count priced usage.
 * `agentDefaults` applies to agents whose call sets no value.
 */
const Bounds = {
  concurrency: z.number().int().min(1).max(WORKFLOW_LIMITS.maxConcurrency),
  budget: z.number().int().positive().nullable(),
  warnAt: z.exactOptional(z.number().int().positive().nullable()),
  budgetUsd: z.exactOptional(Dollars),
  warnUsd: z.exactOptional(Dollars),
  agentDefaults: z.exactOptional(AgentDefaults),
}

/** The source of a launched script: a saved one by name, or text the person pasted or edited. */
export const WorkflowSource = z.discriminatedUnion('from', [
  z.strictObject({
    from: z.literal('saved'),
    name: z.string().max(80),
    source: WorkflowPlace,
  }),
  z.strictObject({ from: z.literal('script'), script: ScriptText }),
])
export type WorkflowSource = z.infer<typeof WorkflowSource>

export const WORKFLOW_CALLS = {
  /** The scripts that can be started in a project: its own (once trusted), the person's and the bundled ones. */
  'workflow.saved': call<readonly SavedWorkflow[]>()(() => z.strictObject({ projectId: ProjectId })),
  /** Runs, newest first. */
  'workflow.runs': call<{ readonly runs: readonly WorkflowRunListing[]; readonly total: number }>()(() =>
    z.strictObject({
      projectId: ProjectId.nullable(),
      states: z.exactOptional(z.array(WorkflowState)),
      name: z.exactOptional(z.string().max(200)),
      offset: z.number().int().nonnegative(),
      limit: z.number().int().min(1).max(200),
    }),
  ),
  'workflow.get': call<WorkflowRunDetail>()(() => ofRun),
  /** The run a person means: by its whole id, or by its last characters among the runs of a project. */
  'workflow.find': call<WorkflowRunListing>()(() =>
    z.strictObject({ projectId: ProjectId.nullable(), id: z.string().min(1).max(80) }),
  ),
  /** A launch is near: what its script runs in is made ready. */
  'workflow.warm': call<null>()(() => z.strictObject({})),
  'workflow.check': personCall<ScriptCheck>()(() => z.strictObject({ script: z.string().max(1_000_000) })),
  /** The script on the clipboard. Anything else on it stays there: what a person copied is not for pages to read. */
  'workflow.pasted': personCall<string>()(() => z.strictObject({})),
  /** Has a model draft a script from a sentence of the person. Writes and starts nothing. */
  'workflow.draft': personCall<Drafted<{ readonly script: string }>>()(() =>
    z.strictObject({
      projectId: ProjectId,
      wish: z.string().trim().min(1).max(4_000),
      before: z.string().max(WORKFLOW_LIMITS.maxScriptChars),
    }),
  ),
  'workflow.stopDraft': call<null>()(() => z.strictObject({ projectId: ProjectId })),
  /**
   * Writes a script under the name it gives itself, and answers with that name. `before` is what the saved script of
   * this name held that is to be replaced; null for a new one.
   */
  'workflow.save': personCall<string>()(() =>
    z.strictObject({
      projectId: ProjectId,
      source: WorkflowPlace.exclude(['bundled']),
      script: ScriptText,
      before: z
        .string()
        .max(WORKFLOW_LIMITS.maxScriptChars * 4)
        .nullable(),
    }),
  ),
  'workflow.launch': personCall<WorkflowRunListing>()(() =>
    z.strictObject({
      projectId: ProjectId,
      launcherSessionId: SessionId.nullable(),
      source: WorkflowSource,
      args: z.json(),
      ...Bounds,
    }),
  ),
  /** Pauses the run once its running agents finish. No further agent starts. */
  'workflow.pause': call<null>()(() => ofRun),
  'workflow.stop': call<null>()(() => ofRun),
  /** Takes a run up again: what had finished is not done again. */
  'workflow.resume': call<WorkflowRunListing>()(() =>
    z.strictObject({
      workflowRunId: WorkflowRunId,
      budget: z.exactOptional(z.number().int().positive().nullable()),
      budgetUsd: z.exactOptional(Dollars),
    }),
  ),
  /** A new run with something changed; results that do not depend on the change are taken over. */
  'workflow.fork': personCall<WorkflowRunListing>()(() =>
    z.strictObject({
      workflowRunId: WorkflowRunId,
      script: z.exactOptional(ScriptText),
      args: z.exactOptional(z.json()),
      prompt: z.exactOptional(
        z.strictObject({ agentId: z.number().int().min(1), text: z.string().min(1).max(1_000_000) }),
      ),
      reuseEdits: z.boolean(),
      concurrency: z.exactOptional(Bounds.concurrency),
      budget: z.exactOptional(Bounds.budget),
      warnAt: Bounds.warnAt,
      budgetUsd: Bounds.budgetUsd,
      warnUsd: Bounds.warnUsd,
      agentDefaults: Bounds.agentDefaults,
    }),
  ),
  'workflow.skipAgent': call<null>()(() => ofAgent),
  'workflow.retryAgent': call<null>()(() => ofAgent),
  'workflow.stopAgent': call<null>()(() => ofAgent),
  /** The prompt and the whole result of one agent. The prompt is not `whole` where only its beginning is kept. */
  'workflow.agent': call<{ readonly prompt: string; readonly whole: boolean; readonly value: unknown }>()(
    () => ofAgent,
  ),
  /** Writes the run into its project's folder and answers with the path. */
  'workflow.export': call<string>()(() => ofRun),
} as const
