import { z } from 'zod'
import { AppErrorData } from '../error-data.ts'
import { AgentId, BlobId, CallId, Millis, ModelRef } from '../ids.ts'
import { EFFORTS } from '../model/efforts.ts'
import { CacheCheck } from './cache-check.ts'
import { ToolDetails } from './tool-details.ts'

/** State that a provider wants back with the next request (signatures, encrypted reasoning). */
export const Opaque = z.strictObject({
  provider: z.string(),
  /** The wire protocol whose form `data` has. Missing: `openai-completions`. */
  api: z.exactOptional(z.string()),
  data: z.unknown(),
})
export type Opaque = z.infer<typeof Opaque>

/** The form of a media type without parameters. */
export const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/

/** The source of an attachment that is not a file: a resource of an MCP server, a long paste, quoted words, a folder, or lines of a terminal. */
export const FileOrigin = z.enum(['resource', 'paste', 'quote', 'folder', 'terminal', 'file'])
export type FileOrigin = z.infer<typeof FileOrigin>

/** A picture or another file that goes along with a message. */
export const FilePart = z.strictObject({
  t: z.literal('file'),
  blobId: BlobId,
  mime: z.string(),
  name: z.exactOptional(z.string()),
  from: z.exactOptional(FileOrigin),
})
export type FilePart = z.infer<typeof FilePart>

/** A call as the model wrote it, where the app reads another one in it. Models see only the call that was read. */
export const CallAsWritten = z.strictObject({
  name: z.string(),
  /** The arguments as text; of very long ones the beginning. */
  args: z.string(),
  /** Notes on how the call was interpreted, for the model. It reads them with the answer. */
  notes: z.exactOptional(z.array(z.string())),
  /** Why the call could not be read, worded for the model. It is the answer of the call. */
  problem: z.exactOptional(z.string()),
  /** The call stood in the text of the answer. Unless its tool only reads, the person is asked in every mode. */
  asText: z.exactOptional(z.literal(true)),
})
export type CallAsWritten = z.infer<typeof CallAsWritten>

/** One piece of a message, in the order the model produced it or the person wrote it. */
export const Part = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('text'), text: z.string(), replay: z.exactOptional(Opaque) }),
  z.strictObject({ t: z.literal('reasoning'), text: z.string(), replay: z.exactOptional(Opaque) }),
  z.strictObject({
    t: z.literal('tool_call'),
    callId: CallId,
    name: z.string(),
    args: z.unknown(),
    written: z.exactOptional(CallAsWritten),
    /** The tool is not in the tool list of requests: models see this call as one of `call_tool`. */
    via: z.exactOptional(z.literal('call_tool')),
    replay: z.exactOptional(Opaque),
  }),
  FilePart,
])
export type Part = z.infer<typeof Part>
export type ToolCallPart = Extract<Part, { t: 'tool_call' }>

export const StopReason = z.enum(['stop', 'tool_calls', 'length', 'cancelled', 'error'])
export type StopReason = z.infer<typeof StopReason>

/**
 * Tokens as the provider counted them. `input` excludes what was read from or written to the provider's cache.
 * `cacheWrite1h` is the part of `cacheWrite` that is stored for an hour, `reasoning` a part of `output`.
 */
const TOKENS = {
  input: z.number(),
  output: z.number(),
  cacheRead: z.exactOptional(z.number()),
  cacheWrite: z.exactOptional(z.number()),
  cacheWrite1h: z.exactOptional(z.number()),
  reasoning: z.exactOptional(z.number()),
}

export const TokenCounts = z.strictObject(TOKENS)
export type TokenCounts = z.infer<typeof TokenCounts>

/**
 * Money in US dollars, priced when the request was made. `billed` is the amount the provider reported, `estimated` the
 * amount by the prices of the model: a request has one of them. `saved` is the estimated saving by the cache.
 * `unpriced` are the tokens of a sum whose requests had no price.
 */
export const UsageCost = z.strictObject({
  billed: z.exactOptional(z.number()),
  estimated: z.exactOptional(z.number()),
  saved: z.exactOptional(z.number()),
  /** The cost of avoidable misses of the cache, which is a part of the amount. */
  lost: z.exactOptional(z.number()),
  unpriced: z.exactOptional(TokenCounts),
})
export type UsageCost = z.infer<typeof UsageCost>

/** The usage of one or more requests. Without `cost`, no request had a known price. */
export const Usage = z.strictObject({ ...TOKENS, cost: z.exactOptional(UsageCost) })
export type Usage = z.infer<typeof Usage>

/** Why a tool message was written by the app and not by the tool. */
export const Synthetic = z.enum(['cancelled', 'interrupted', 'denied'])
export type Synthetic = z.infer<typeof Synthetic>

/** The source of a denial: the person, plan mode, a rule or a hook. */
export const RefusedBy = z.enum(['person', 'plan_mode', 'rule', 'hook'])
export type RefusedBy = z.infer<typeof RefusedBy>

/** The result of a tool beside the text for the model. `details` is structured data for the card. */
export const ToolOutcome = z.strictObject({
  callId: CallId,
  name: z.string(),
  isError: z.boolean(),
  durationMs: Millis,
  outputBlob: z.exactOptional(BlobId),
  synthetic: z.exactOptional(Synthetic),
  /** Missing in older logs. */
  refusedBy: z.exactOptional(RefusedBy),
  details: z.exactOptional(ToolDetails),
  /** A path that led nowhere, and the one that was used for it. */
  path: z.exactOptional(z.strictObject({ given: z.string(), taken: z.string() })),
})
export type ToolOutcome = z.infer<typeof ToolOutcome>

/** One entry of a conversation. */
export const Message = z.strictObject({
  role: z.enum(['user', 'assistant', 'tool']),
  parts: z.array(Part),
  agentId: z.exactOptional(AgentId),
  model: z.exactOptional(ModelRef),
  tool: z.exactOptional(ToolOutcome),
  stop: z.exactOptional(StopReason),
  usage: z.exactOptional(Usage),
  /** Tokens estimated for the request behind an answer, before any correction. Missing in older logs. */
  estimate: z.exactOptional(z.number()),
  /** Comparison of the request behind an answer with the one before. Missing where there was none to compare. */
  cache: z.exactOptional(CacheCheck),
  /**
   * The effort that the request behind an answer named; null: none. Missing in older logs, for models that do not think, and
   * where a turn had an effort of its own.
   */
  effort: z.exactOptional(z.enum(EFFORTS).nullable()),
  error: z.exactOptional(AppErrorData),
})
export type Message = z.infer<typeof Message>
