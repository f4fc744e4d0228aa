import { z } from 'zod'
import { AppErrorData } from '../error-data.ts'
import {
  AgentId,
  Millis,
  ModelRef,
  ProjectId,
  SessionId,
  TriggerFiringId,
  TriggerId,
  WorkflowRunId,
} from '../ids.ts'
import { PermissionMode } from '../permission/mode.ts'
import { WorkflowPlace } from '../workflow/workflow.ts'

/** The longest text of a trigger, in characters. */
export const MOST_PROMPT = 20_000

/** A five-field cron expression. Its times are UTC. */
const CronSource = z.strictObject({ kind: z.literal('cron'), expression: z.string().trim().min(1).max(200) })

/** Changes of files of the project, by glob patterns relative to its folder. */
const FileSource = z.strictObject({
  kind: z.literal('file'),
  globs: z.array(z.string().trim().min(1).max(300)).min(1).max(20),
})

/** An event of the repository. `branch` is a glob pattern over branch names; `*` matches every branch. */
const GitSource = z.strictObject({
  kind: z.literal('git'),
  event: z.enum(['commit', 'branch']),
  branch: z.string().trim().min(1).max(200),
})

/** A request to the address of this trigger on this computer. */
const WebhookSource = z.strictObject({ kind: z.literal('webhook') })

/** The end of another run in the project. `name` is a workflow; null matches every one. */
const RunSource = z.strictObject({
  kind: z.literal('run'),
  of: z.enum(['chat', 'workflow']),
  name: z.string().trim().min(1).max(80).nullable(),
  outcome: z.enum(['any', 'done', 'failed']),
})

/** The event that starts a trigger. */
export const TriggerSource = z.discriminatedUnion('kind', [
  CronSource,
  FileSource,
  GitSource,
  WebhookSource,
  RunSource,
])
export type TriggerSource = z.infer<typeof TriggerSource>

/** The work of a trigger: a message in a new chat, or a saved workflow. */
export const TriggerWork = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('prompt'),
    prompt: z.string().trim().min(1).max(MOST_PROMPT),
    /** Null: the agent of new chats. */
    agentId: AgentId.nullable(),
  }),
  z.strictObject({
    kind: z.literal('workflow'),
    name: z.string().min(1).max(80),
    source: WorkflowPlace,
    args: z.json(),
  }),
])
export type TriggerWork = z.infer<typeof TriggerWork>

/** A time of the day in UTC. */
const TimeOfDay = z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/)

/** The limits of a trigger. Null is no limit. */
export const TriggerCaps = z.strictObject({
  /** US dollars for one run. */
  maxUsd: z.number().positive().max(1_000_000).nullable(),
  /** US dollars for the runs of the last seven days. */
  maxUsdWeek: z.number().positive().max(1_000_000).nullable(),
  /** Minutes of work of one run. Waiting for the person does not count. */
  maxMinutes: z.number().int().min(1).max(10_080).nullable(),
  /** Runs within 24 hours. */
  maxRuns: z.number().int().min(1).max(2_000).nullable(),
  /** Hours in which nothing starts, in UTC. */
  quiet: z.strictObject({ from: TimeOfDay, to: TimeOfDay }).nullable(),
  /** Whether a run may start while another one of this trigger is active. */
  overlap: z.boolean(),
})
export type TriggerCaps = z.infer<typeof TriggerCaps>

/** The caps of a new trigger. */
export const USUAL_CAPS: TriggerCaps = {
  maxUsd: 1,
  maxUsdWeek: null,
  maxMinutes: 30,
  maxRuns: 24,
  quiet: null,
  overlap: false,
}

/** The part of a trigger that the person writes. */
export const TriggerDraft = z.strictObject({
  name: z.string().trim().min(1).max(80),
  projectId: ProjectId,
  source: TriggerSource,
  work: TriggerWork,
  /** Null: the model of new chats. */
  model: ModelRef.nullable(),
  permissionMode: PermissionMode,
  caps: TriggerCaps,
  /** The policy for runs that were due while the app was closed or the computer slept. */
  missed: z.enum(['skip', 'once']),
})
export type TriggerDraft = z.infer<typeof TriggerDraft>

/** The reason why the app switched a trigger off. */
export const PauseReason = z.enum(['failures', 'tooManyFiles', 'noRepository'])
export type PauseReason = z.infer<typeof PauseReason>

/** A stored trigger. */
export const Trigger = z.strictObject({
  ...TriggerDraft.shape,
  id: TriggerId,
  enabled: z.boolean(),
  /** The moment of the last switch-on. Failures before that do not count. */
  enabledAt: Millis,
  /** Set when the app switched it off; null otherwise. */
  paused: PauseReason.nullable(),
  /** Whether the person confirmed Full access for it. */
  fullAccess: z.boolean(),
  createdBy: z.enum(['person', 'agent']),
  createdAt: Millis,
})
export type Trigger = z.infer<typeof Trigger>

/**
 * The state of one firing. `claimed` is stored before the run begins, so that an exit of the app neither repeats nor
 * loses it.
 */
export const FiringState = z.enum(['claimed', 'running', 'done', 'failed', 'stopped', 'skipped', 'missed'])
export type FiringState = z.infer<typeof FiringState>

/** The reason why nothing ran, or why a run began late. `count` is the number of due times that it covers. */
export const FiringNote = z.strictObject({
  code: z.enum([
    'late',
    'missed',
    'overlap',
    'quiet',
    'maxRuns',
    'maxUsdWeek',
    'untrusted',
    'ownChange',
    'clockBack',
    'timeLimit',
    'interrupted',
    'disabled',
  ]),
  count: z.exactOptional(z.number().int()),
  from: z.exactOptional(Millis),
  to: z.exactOptional(Millis),
})
export type FiringNote = z.infer<typeof FiringNote>

/** One row of a trigger's history. */
export const TriggerFiring = z.strictObject({
  id: TriggerFiringId,
  triggerId: TriggerId,
  /** Names the event, so that one event starts one run. */
  key: z.string(),
  at: Millis,
  state: FiringState,
  /** The event in a few words, for example a commit or the changed files. */
  about: z.string().nullable(),
  note: FiringNote.nullable(),
  error: AppErrorData.nullable(),
  sessionId: SessionId.nullable(),
  workflowRunId: WorkflowRunId.nullable(),
  endedAt: Millis.nullable(),
  /** US dollars; null when unknown. */
  usd: z.number().nullable(),
})
export type TriggerFiring = z.infer<typeof TriggerFiring>

/** A row of the list of triggers. */
export type TriggerListing = {
  readonly trigger: Trigger
  /** The next due time; null when it starts on an event, or is off. */
  readonly nextAt: number | null
  /** The due times of the next 24 hours, at most 300; empty when it starts on an event, or is off. */
  readonly dayAhead: readonly number[]
  /** The newest row of its history. */
  readonly last: TriggerFiring | null
  /** Whether something in it waits for the person. */
  readonly waiting: boolean
  /** The runs and the cost of the last seven days. */
  readonly week: { readonly runs: number; readonly failed: number; readonly usd: number }
  /** The address of a webhook while the listener is open; null otherwise. */
  readonly address: string | null
}

/** The start times of a source, before it is saved. */
export type TriggerRehearsal = {
  /** The next due times; empty for a source that starts on events. */
  readonly next: readonly number[]
  /** The due times or events of the last seven days, oldest first; at most 500. */
  readonly past: readonly { readonly at: number; readonly would: 'run' | 'quiet' | 'maxRuns' }[]
  /** The number of all of them. */
  readonly total: number
  /** Whether `past` is complete, an estimate from the present state of files or branches, or unknown. */
  readonly certainty: 'exact' | 'estimate' | 'unknown'
}
