import { z } from 'zod'
import { Millis } from '../ids.ts'
import { Usage } from '../session/message.ts'
import { WORKFLOW_LIMITS } from './limits.ts'
import { AgentRef } from './workflow.ts'

/** The cost of an agent. `usd` is null when the price is unknown. */
export const AgentCost = z.strictObject({ usage: Usage, usd: z.number().nullable() })
export type AgentCost = z.infer<typeof AgentCost>

/**
 * The cost of a run over all attempts. `usd` is the part with known prices; `unpriced` marks further usage
 * without one.
 */
export const RunCost = z.strictObject({ ...AgentCost.shape, unpriced: z.exactOptional(z.literal(true)) })
export type RunCost = z.infer<typeof RunCost>

/**
 * One row of a run's journal: the result of an agent call. The lookup uses its content (`key`) and its
 * ordinal among identical calls (`nth`, from 0). `skipped` is a person's decision and is kept like a result.
 */
export const MemoEntry = z.strictObject({
  key: z.string().min(1),
  nth: z.number().int().min(0),
  kind: z.enum(['ok', 'skipped']),
  value: z.json(),
  cost: AgentCost,
  /** Number of tool calls. */
  tools: z.exactOptional(z.number().int().min(0)),
  /** The agent had tools that change something, so its edits may be missing from a changed run. */
  hadWriteTools: z.boolean(),
  /** It was made by the run this one is a fork of. */
  taken: z.exactOptional(z.literal(true)),
  label: z.string(),
  ref: AgentRef.nullable(),
  at: Millis,
})
export type MemoEntry = z.infer<typeof MemoEntry>

/** A call as a script made it: its key, and the how-manieth call with this key it was, from 0. */
export const AskedCall = z.strictObject({ key: z.string().min(1).max(200), nth: z.number().int().min(0) })
export type AskedCall = z.infer<typeof AskedCall>

/** Another prompt for one agent, found by what the script asks for. */
export const PromptEdit = z.strictObject({
  ...AskedCall.shape,
  prompt: z.string().min(1).max(WORKFLOW_LIMITS.maxPromptChars),
})
export type PromptEdit = z.infer<typeof PromptEdit>
