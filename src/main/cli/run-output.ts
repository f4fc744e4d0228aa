import { z } from 'zod'
import { EXIT_CODES, type Outcome } from './exit-codes.ts'

const ErrorLine = z.strictObject({ code: z.string(), message: z.string() })

/** An approval that no person could give, so it was denied. */
const Denial = z.strictObject({
  what: z.enum(['permission', 'question', 'plan_approval']),
  /** Null for a request that comes from no tool. */
  tool: z.string().nullable(),
  /** The title of the tool, the question or the goal of the plan. */
  prompt: z.string(),
  /** The command, the path or the arguments; null where nothing more is known. */
  detail: z.string().nullable(),
  /** The chat or the subagent that asked. */
  sessionId: z.string(),
})
export type Denial = z.infer<typeof Denial>

const Tokens = z.strictObject({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
})

/** The result of `orrery run`: the last line of `stream-json`, and all of `json`. */
export const RunResult = z.strictObject({
  type: z.literal('result'),
  version: z.literal(1),
  outcome: z.enum(Object.keys(EXIT_CODES) as [Outcome, ...Outcome[]]),
  exitCode: z.number().int(),
  /** Null when no chat was begun. */
  sessionId: z.string().nullable(),
  runId: z.string().nullable(),
  /** The last words of the agent; the part that arrived, for an interrupted run. */
  text: z.string(),
  /** The structured answer of a run with `--schema`; null otherwise. */
  answer: z.unknown(),
  model: z.string().nullable(),
  /** Model requests of the run itself, without subagents. */
  turns: z.number().int(),
  usage: Tokens,
  /** US dollars; null where a price is not known. */
  costUsd: z.number().nullable(),
  durationMs: z.number(),
  denials: z.array(Denial),
  error: ErrorLine.nullable(),
})
export type RunResult = z.infer<typeof RunResult>

/** One line of `orrery run --output stream-json`. docs/run-output.schema.json publishes this form. */
export const RunLine = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('start'),
    version: z.literal(1),
    sessionId: z.string(),
    project: z.string(),
    model: z.string(),
    mode: z.string(),
    agent: z.string(),
    /** Whether the chat existed before. */
    resumed: z.boolean(),
  }),
  z.strictObject({ type: z.literal('text'), messageId: z.string(), text: z.string() }),
  z.strictObject({ type: z.literal('reasoning'), messageId: z.string(), text: z.string() }),
  z.strictObject({
    type: z.literal('message'),
    messageId: z.string(),
    text: z.string(),
    model: z.string().nullable(),
  }),
  z.strictObject({ type: z.literal('tool_call'), callId: z.string(), tool: z.string(), args: z.unknown() }),
  z.strictObject({
    type: z.literal('tool_result'),
    callId: z.string(),
    tool: z.string(),
    isError: z.boolean(),
    text: z.string(),
    durationMs: z.number(),
  }),
  z.strictObject({ type: z.literal('denial'), ...Denial.shape }),
  z.strictObject({
    type: z.literal('retry'),
    attempt: z.number().int(),
    delayMs: z.number(),
    error: ErrorLine,
  }),
  RunResult,
])
export type RunLine = z.infer<typeof RunLine>

/** Returns the published JSON Schema of a line. */
export function runLineSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(RunLine)
  return { $schema, title: 'One line of orrery run --output stream-json', ...schema }
}
