import { z } from 'zod'
import { AppErrorData } from '../error-data.ts'
import { Millis, ProjectId, SessionId, WorkflowRunId } from '../ids.ts'
import { TriggerOrigin } from '../trigger/origin.ts'
import { AgentDefaults, USUAL_AGENTS } from './agent-defaults.ts'
import { PromptEdit, RunCost } from './memo.ts'
import { ScriptProblem } from './script-problem.ts'
import { WorkflowPhase, WorkflowPlace, WorkflowState } from './workflow.ts'

/** A change of a fork besides its limits. */
export const ForkChange = z.enum(['script', 'args', 'prompt'])
export type ForkChange = z.infer<typeof ForkChange>

/** A line of the run tabs and of the history. The agents are in the run's own session. */
export const WorkflowRunListing = z.strictObject({
  id: WorkflowRunId,
  /** The hidden session that holds the run's events; attach to it to follow the run. */
  sessionId: SessionId,
  projectId: ProjectId,
  /** The chat that launched the run and gets its completion notice. */
  launcherSessionId: SessionId.nullable(),
  name: z.string(),
  /** The purpose of this run, worded by its author; null for none. */
  title: z.string().nullable().default(null),
  description: z.string(),
  state: WorkflowState,
  /** Number of this attempt, from 1. */
  attempt: z.number(),
  agentsDone: z.number(),
  agentsTotal: z.number(),
  /** Number of agents now waiting for a person. */
  agentsWaiting: z.number().default(0),
  /** The run is about to pause: running agents finish and no others start. */
  pausing: z.boolean().default(false),
  /** Output tokens so far, and the ceiling or null for none. */
  tokens: z.number(),
  budget: z.number().nullable(),
  concurrency: z.number(),
  /** From this many output tokens on the person is warned; null for the usual share of the ceiling. */
  warnAt: z.number().nullable().default(null),
  /** The ceiling and the warn line in US dollars, or null for none. What has no price counts nothing. */
  budgetUsd: z.number().nullable().default(null),
  warnUsd: z.number().nullable().default(null),
  /** When it passed one of those lines, or null. */
  warnedAt: Millis.nullable().default(null),
  /** US dollars, or null where a price is not known. */
  usd: z.number().nullable(),
  createdAt: Millis,
  updatedAt: Millis,
  endedAt: Millis.nullable(),
  forkOf: WorkflowRunId.nullable(),
  /** Differences from the run it was forked from. */
  forkChanges: z.array(ForkChange).default([]),
  /** The newest attempt whose end the launching chat was told of; null where that was not noted yet. */
  told: z.number().nullable().default(null),
  /** It came from a folder of the project: nothing of it ran on this machine. */
  imported: z.boolean().default(false),
  /** The trigger that started it. Missing: the person or an agent did. */
  origin: z.exactOptional(TriggerOrigin),
  error: AppErrorData.nullable(),
})
export type WorkflowRunListing = z.infer<typeof WorkflowRunListing>

/** A run with what started it: what the launch form shows, and what a fork changes. */
export const WorkflowRunDetail = z.strictObject({
  ...WorkflowRunListing.shape,
  script: z.string(),
  args: z.json(),
  /** The prompts a person changed, in this run and in those it is a fork of. */
  edits: z.array(PromptEdit).default([]),
  /**
   * The chat for agents that request launch context, and the cutoff time. The cutoff is the launch of the run
   * or of its fork source. Null for a run launched outside a chat or on another machine.
   */
  gist: z.strictObject({ sessionId: SessionId, until: Millis }).nullable().default(null),
  /** Defaults for agents whose script call sets no value. */
  agentDefaults: AgentDefaults.default(USUAL_AGENTS),
  /** Cost on another machine, when only that is known; null for a local run. */
  elsewhere: RunCost.nullable().default(null),
  /** A fork uses what it took over of agents that could change files also after the first call that is new. */
  reuseEdits: z.boolean().default(false),
})
export type WorkflowRunDetail = z.infer<typeof WorkflowRunDetail>

/** A script that can be started by its name. */
export const SavedWorkflow = z.strictObject({
  name: z.string(),
  description: z.string(),
  source: WorkflowPlace,
  /** The name of its file in that place. */
  file: z.string(),
  /** Last write time of its file; null for bundled scripts and when unknown. */
  editedAt: Millis.nullable(),
  phases: z.array(WorkflowPhase),
  /** JSON Schema of `args`, from which a form is made; null when the script takes anything. */
  argsSchema: z.record(z.string(), z.unknown()).nullable(),
  script: z.string(),
  /** Why it cannot be started, or null. */
  problem: AppErrorData.nullable(),
})
export type SavedWorkflow = z.infer<typeof SavedWorkflow>

/** Facts about a script before its start. */
export const ScriptCheck = z.strictObject({
  name: z.string().nullable(),
  description: z.string().nullable(),
  phases: z.array(WorkflowPhase),
  argsSchema: z.record(z.string(), z.unknown()).nullable(),
  problems: z.array(ScriptProblem),
})
export type ScriptCheck = z.infer<typeof ScriptCheck>
