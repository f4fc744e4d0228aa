import { z } from 'zod'
import { AppErrorData } from '../error-data.ts'
import { Millis } from '../ids.ts'
import { Sentence } from '../sentence-data.ts'
import { WORKFLOW_LIMITS } from './limits.ts'
import { AgentCost, AskedCall, RunCost } from './memo.ts'
import { AgentRef, WorkflowEndState, WorkflowPhase } from './workflow.ts'

/** When it happened, where it was stored later: in a run that came from a file. */
const HappenedAt = z.exactOptional(Millis)

/** A new attempt at a run begins. What an earlier attempt showed is replaced by what follows. */
export const WorkflowStarted = z.strictObject({
  attempt: z.number().int().min(1),
  name: z.string(),
  description: z.string(),
  phases: z.array(WorkflowPhase),
  scriptHash: z.string(),
  args: z.json(),
  concurrency: z.number().int(),
  /** The ceiling of output tokens, or null for none. */
  budget: z.number().nullable(),
  /** Number of available results from earlier attempts. */
  memo: z.number().int(),
  /** From this many output tokens on the person is warned, or null for the usual share of the ceiling. */
  warnAt: z.exactOptional(z.number().nullable()),
  /** Cost of earlier attempts, whatever their outcome. */
  before: z.exactOptional(RunCost),
  happenedAt: HappenedAt,
})
export type WorkflowStarted = z.infer<typeof WorkflowStarted>

/** A group opens. `group` is the name of the nested workflow it is part of. */
export const WorkflowPhaseOpened = z.strictObject({ title: z.string(), group: z.string().nullable() })
export type WorkflowPhaseOpened = z.infer<typeof WorkflowPhaseOpened>

/**
 * `stopped` agents were cut off by the end of the run; a resume starts them again. Those that had no place yet are still
 * `queued` then, and wait for nothing.
 */
export const WorkflowAgentState = z.enum(['queued', 'running', 'done', 'dead', 'skipped', 'stopped'])
export type WorkflowAgentState = z.infer<typeof WorkflowAgentState>

/** The reason an agent waits. */
export const AgentWait = z.enum(['slot', 'budget', 'person'])
export type AgentWait = z.infer<typeof AgentWait>

/** A short form of an agent's answer for a list. The whole answer is in its memo row. */
export const AgentResultNote = z.strictObject({
  kind: z.enum(['text', 'object']),
  summary: z.string().max(300),
  /** Of the whole result, so that two that begin alike can be told apart. */
  digest: z.exactOptional(z.string().max(64)),
})
export type AgentResultNote = z.infer<typeof AgentResultNote>

/** Fixed data of an agent, sent once in its first event of an attempt. */
export const WorkflowAgentCall = z.strictObject({
  label: z.string(),
  phase: z.string().nullable(),
  group: z.string().nullable(),
  key: z.string(),
  nth: z.number().int(),
  /** The script's call and its ordinal within its kind, if key and number differ. */
  asked: z.exactOptional(AskedCall),
  /** The beginning of the prompt; the whole is in the agent's own session. */
  prompt: z.string().max(WORKFLOW_LIMITS.shownPromptChars),
  model: z.string().nullable(),
  agentType: z.string().nullable(),
  isolation: z.enum(['worktree']).nullable(),
  /** Total time limit, if not the default. */
  timeoutMs: z.exactOptional(Millis),
  /** Maximum silence, if not the default. */
  idleMs: z.exactOptional(Millis),
  /** Maximum retries, if not the default. */
  retries: z.exactOptional(z.number().int().min(0)),
})
export type WorkflowAgentCall = z.infer<typeof WorkflowAgentCall>

/** An agent moved on. `agentId` counts the calls of an attempt from 1. */
export const WorkflowAgentChanged = z.strictObject({
  agentId: z.number().int().min(1),
  state: WorkflowAgentState,
  call: z.exactOptional(WorkflowAgentCall),
  /** Number of this try, from 1; 0 before the first. */
  attempt: z.number().int(),
  /** The result was there from before; nothing was run. */
  memo: z.exactOptional(z.literal(true)),
  /** It is a result of the run this one is a fork of, which paid for it. */
  taken: z.exactOptional(z.literal(true)),
  waits: z.exactOptional(AgentWait),
  ref: z.exactOptional(AgentRef),
  model: z.exactOptional(z.string()),
  result: z.exactOptional(AgentResultNote),
  /** Cost and tool calls of all tries so far. */
  cost: z.exactOptional(AgentCost),
  tools: z.exactOptional(z.number().int().min(0)),
  error: z.exactOptional(AppErrorData),
  /** Nothing was heard of it since then. */
  quietSince: z.exactOptional(Millis),
  happenedAt: HappenedAt,
})
export type WorkflowAgentChanged = z.infer<typeof WorkflowAgentChanged>

/** A line for the person. `warn` lines are written by the engine where a script's error became `null`. */
export const WorkflowLogged = z.strictObject({
  level: z.enum(['info', 'warn']),
  text: z.string(),
  /** The text in parts, where a window may have words of its own for it. */
  said: z.exactOptional(z.array(Sentence).readonly()),
  phase: z.string().nullable(),
  group: z.string().nullable(),
  happenedAt: HappenedAt,
})
export type WorkflowLogged = z.infer<typeof WorkflowLogged>

export const WorkflowEnded = z.strictObject({
  state: WorkflowEndState,
  /** The script's return value, when `done`. */
  value: z.exactOptional(z.json()),
  error: z.exactOptional(AppErrorData),
  /** The output tokens of all attempts. */
  spent: z.number(),
  happenedAt: HappenedAt,
})
export type WorkflowEnded = z.infer<typeof WorkflowEnded>

/** The durable events of a workflow run, by kind. */
export const WORKFLOW_PAYLOADS = {
  'workflow.started': WorkflowStarted,
  'workflow.phase': WorkflowPhaseOpened,
  'workflow.agent': WorkflowAgentChanged,
  'workflow.log': WorkflowLogged,
  'workflow.ended': WorkflowEnded,
} as const

export type WorkflowEventKind = keyof typeof WORKFLOW_PAYLOADS
export type WorkflowEventOf<K extends WorkflowEventKind> = {
  readonly kind: K
  readonly payload: z.infer<(typeof WORKFLOW_PAYLOADS)[K]>
}
export type WorkflowEvent = { [K in WorkflowEventKind]: WorkflowEventOf<K> }[WorkflowEventKind]
