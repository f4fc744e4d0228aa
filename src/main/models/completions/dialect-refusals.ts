import { toolCallsOf } from '#shared/session/message-words.ts'
import { mostTokensIn } from '../errors/most-tokens.ts'
import { type Refusal, statusOf } from '../errors/refusal.ts'
import { isAboutAllPictures } from '../errors/refused-pictures.ts'
import type { ModelRequest } from '../model.ts'
import { pictureParts } from './wire-messages.ts'
import type { Dialect } from './wire-request.ts'

/** The dialect to try after a server refused this one, or null when the refusal was about something else. */
export function adaptedDialect(dialect: Dialect, words: string): Dialect | null {
  return (
    withOtherLimit(dialect, words) ?? withOtherFields(dialect, words) ?? withOtherMessages(dialect, words)
  )
}

function withOtherFields(dialect: Dialect, words: string): Dialect | null {
  if (dialect.askUsage && /stream_options|include_usage/i.test(words)) return { ...dialect, askUsage: false }
  if (dialect.temperature && /temperature/i.test(words)) return { ...dialect, temperature: false }
  if (/reasoning_content/i.test(words)) {
    // Each server is believed once, so that two refusals cannot take turns.
    if (dialect.returnReasoning && REFUSES_FIELD.test(words)) {
      return { ...dialect, returnReasoning: false, takesReasoning: false }
    }
    if (!dialect.returnReasoning && dialect.takesReasoning) return { ...dialect, returnReasoning: true }
  }
  if (dialect.cache !== 'none' && /cache_control|prompt_cache_key/i.test(words)) {
    return { ...dialect, cache: 'none' }
  }
  if (dialect.effort === 'qwen' && /thinking_budget/i.test(words))
    return { ...dialect, effort: 'qwen-switch' }
  if (dialect.forcesTools && /tool_choice/i.test(words) && !NO_TOOLS.test(words)) {
    return { ...dialect, forcesTools: false }
  }
  return null
}

/** Error texts for an unknown field. */
const REFUSES_FIELD =
  /unsupported|not supported|not (?:permitted|allowed)|unknown|unrecognized|unexpected|extra|additional|invalid/i

const ABOUT_LIMIT = /max_(?:completion_|output_)?tokens|max ?output ?tokens|completion tokens/i
const ABOUT_WINDOW = /context (?:length|window|size|limit)/i

function withOtherLimit(dialect: Dialect, words: string): Dialect | null {
  const { limit, mostTokens } = dialect
  if (limit === 'none' || !ABOUT_LIMIT.test(words)) return null
  if (ABOUT_WINDOW.test(words)) {
    return /too large/i.test(words) && fitsInWindow(words) ? { ...dialect, limit: 'none' } : null
  }
  const most = mostTokensIn(words)
  if (most !== null && (mostTokens === null || most < mostTokens)) return { ...dialect, mostTokens: most }
  const isUnknown = /max_completion_tokens|not supported|unsupported|unknown|unrecognized|unexpected/i.test(
    words,
  )
  if (limit === 'max_tokens' && /max_tokens/i.test(words) && isUnknown) {
    return { ...dialect, limit: 'max_completion_tokens' }
  }
  return limit === 'max_completion_tokens' && /max_completion_tokens/i.test(words)
    ? { ...dialect, limit: 'none' }
    : null
}

/** vLLM names the window and the tokens of the request; what is left for the answer is then its own matter. */
function fitsInWindow(words: string): boolean {
  const window = Number(/context (?:length|window|size)\D{0,20}(\d+)/i.exec(words)?.[1] ?? Number.NaN)
  const input = Number(/(\d+)\s+(?:input|prompt) tokens/i.exec(words)?.[1] ?? Number.NaN)
  return input < window
}

const ABOUT_ORDER = /after role\W{0,3}tool|roles? must alternate/i
const ABOUT_IDS = /tool.?call.?id.{0,120}(?:length|a-z)|\bid\b.{0,40}length of 9/is
const ABOUT_SYSTEM =
  /only user and assistant roles|(?:system|developer)\W{0,3} (?:role|message|prompt|instruction)|role\b.{0,60}\b(?:system|developer)\b/is
const REFUSES =
  /not (?:support|allow|permit|enabled)|only user and assistant|unsupported|invalid|unknown|unexpected|not one of|must be|should be/i
const ABOUT_NULL =
  /(?<!_)content.{0,80}(?:null|none\b|required|missing|(?:must|should) be (?:a |of type )?(?:valid )?string|expected a string)|null.{0,40}(?<!_)content/is

function withOtherMessages(dialect: Dialect, words: string): Dialect | null {
  if (ABOUT_ORDER.test(words)) return dialect.bridgesResults ? null : { ...dialect, bridgesResults: true }
  if (!dialect.nineLetterIds && ABOUT_IDS.test(words)) return { ...dialect, nineLetterIds: true }
  if (dialect.systemRole !== 'user' && ABOUT_SYSTEM.test(words) && REFUSES.test(words)) {
    const isDeveloper = dialect.systemRole === 'system' && /\bdeveloper\b/i.test(words)
    return { ...dialect, systemRole: isDeveloper ? 'developer' : 'user' }
  }
  return dialect.nullContent && ABOUT_NULL.test(words) ? { ...dialect, nullContent: false } : null
}

/** Error texts for a model without tools, or a server without a parser for tool calls. */
const NO_TOOLS =
  /(?:not|n't) support (?:the )?(?:use of )?(?:tool|function)|(?:tool|function)[\w `'"]{0,30}(?:not supported|unsupported|not available|not enabled)|--jinja|tool-call-parser|support tool use/i

/** The dialect to try after a server refused tools, or null for any other refusal. */
export function withoutTools(dialect: Dialect, words: string): Dialect | null {
  return dialect.tools && NO_TOOLS.test(words) ? { ...dialect, tools: false } : null
}

/** The dialect to try after a server refused pictures because its model sees none, or null for any other refusal. */
export function withoutPictures(dialect: Dialect, words: string): Dialect | null {
  if (!dialect.pictures || !isAboutAllPictures(words)) return null
  return { ...dialect, pictures: false }
}

/** The dialect to try after a refusal, or null when other words would not help. */
export function dialectAfter(refusal: Refusal, dialect: Dialect, request: ModelRequest): Dialect | null {
  const { words, kind = '' } = refusal
  const status = statusOf(refusal) ?? 0
  const hasPictures = pictureParts(request.messages).length > 0
  if (hasPictures && MAY_LACK.has(status)) {
    const blind = withoutPictures(dialect, words)
    if (blind !== null) return blind
  }
  if (usesTools(request) && MAY_LACK.has(status)) {
    const toolless = withoutTools(dialect, words)
    if (toolless !== null) return toolless
  }
  return status === 400 || status === 422 ? adaptedDialect(dialect, `${kind} ${words}`) : null
}

const usesTools = ({ tools, messages }: ModelRequest): boolean =>
  tools.length > 0 || messages.some((message) => toolCallsOf(message).length > 0)

/** Servers refuse what a model lacks in many ways: as a bad request, as nothing they have, as a failure of their own. */
const MAY_LACK: ReadonlySet<number> = new Set([400, 404, 415, 422, 500, 501])
