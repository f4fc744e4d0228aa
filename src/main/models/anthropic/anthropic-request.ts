import type {
  ContentBlockParam,
  DocumentBlockParam,
  ImageBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  TextBlockParam,
  Tool,
  ToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/messages/messages'
import type { Effort } from '#shared/model/efforts.ts'
import { sentEffort } from '#shared/model/sent-effort.ts'
import type { FilePart, Part } from '#shared/session/message.ts'
import type { ModelRequest } from '../model.ts'
import { type CallIds, createCallIds } from '../protocol/call-ids.ts'
import { callInput } from '../protocol/call-input.ts'
import { base64Of, isPdf, isPicture, isRefused, type SentFiles } from '../protocol/sent-files.ts'
import { toolName } from '../protocol/tool-name.ts'
import { fileNote, resultWords, type Turn, turnsOf, type UserPart } from '../protocol/wire-turns.ts'
import { replayBlockOf } from './anthropic-replay.ts'

export type AnthropicRequest = MessageCreateParamsStreaming
type Thinking = NonNullable<AnthropicRequest['thinking']>
type Seen = TextBlockParam | ImageBlockParam | DocumentBlockParam

/**
 * Differences between servers and models of the Messages API. Starts with a guess by name and learns from
 * rejections.
 */
export type AnthropicDialect = {
  /** `adaptive`: the model decides how long it thinks. `budget`: the request says how many tokens. */
  readonly thinking: 'adaptive' | 'budget' | 'none'
  /** Ways to ask for thinking that the server refused. */
  readonly refused: readonly string[]
  /** False for models that choose temperature and top P themselves. */
  readonly sampling: boolean
  /** False for servers that refuse `cache_control`. */
  readonly cacheMarks: boolean
  /** The longest answer that a refusal named; null where none did. */
  readonly mostTokens: number | null
  readonly pictures: boolean
  readonly pdfs: boolean
}

/** The smallest thinking budget the API accepts, in tokens. */
const LEAST_BUDGET = 1_024
/** Tokens of thinking for each effort, for models that take a budget. */
const BUDGETS: Readonly<Record<Exclude<Effort, 'off'>, number>> = {
  minimal: LEAST_BUDGET,
  low: 4_096,
  medium: 10_240,
  high: 24_576,
  xhigh: 32_768,
  max: 65_536,
}
/** Tokens that a thinking budget leaves for the answer. */
const LEAST_ANSWER = 1_024

/** Body of one streaming request to the Messages API (documentation of 2026-11). */
export function anthropicRequest(
  request: ModelRequest,
  files: SentFiles,
  known: AnthropicDialect,
): AnthropicRequest {
  const dialect = request.avoidsCache === true ? { ...known, cacheMarks: false } : known
  const { model, system, tools, forcedTool, temperature, topP = model.topP } = request
  const mostTokens = Math.min(model.maxOutput, dialect.mostTokens ?? model.maxOutput)
  const maxTokens = Math.max(1, Math.min(request.reserveOutput, mostTokens))
  const thinking = thinkingOf(request, dialect, maxTokens)
  // A model that thinks accepts neither of them.
  const samples = dialect.sampling && (thinking === null || thinking.thinking.type === 'disabled')
  return {
    model: model.id,
    max_tokens: maxTokens,
    stream: true,
    ...(system === '' ? {} : { system: [marked({ type: 'text' as const, text: system }, dialect)] }),
    ...(tools.length === 0 ? {} : { tools: toolsOf(request, dialect) }),
    ...(forcedTool === undefined ? {} : { tool_choice: { type: 'tool', name: forcedTool } }),
    ...(samples && temperature !== undefined ? { temperature: Math.min(1, temperature) } : {}),
    ...(samples && topP !== undefined && temperature === undefined ? { top_p: topP } : {}),
    ...(thinking ?? {}),
    messages: messagesOf(request, files, dialect),
  }
}

/** The effort as the request words it; null when it names none. */
export function anthropicEffort(request: ModelRequest, dialect: AnthropicDialect): string | null {
  const thinking = thinkingOf(request, dialect, request.model.maxOutput)
  if (thinking === null) return null
  if (thinking.thinking.type === 'disabled') return 'disabled'
  return thinking.output_config?.effort ?? 'enabled'
}

type ThinkingFields = { readonly thinking: Thinking } & Pick<AnthropicRequest, 'output_config'>

/**
 * Returns how the request asks for thinking. A tool cannot be forced on a model that thinks first, and a model with a
 * thinking budget cannot continue calls that it made without thinking: such requests ask for none.
 */
function thinkingOf(
  request: ModelRequest,
  { thinking }: AnthropicDialect,
  maxTokens: number,
): ThinkingFields | null {
  const { model } = request
  const sent = sentEffort(model, request.effort ?? null)
  if (thinking === 'none' || !model.reasoning) return null
  if (request.forcedTool !== undefined || sent === 'off') return { thinking: { type: 'disabled' } }
  if (sent === null) return null
  if (thinking === 'budget' && continuesWithoutThought(request)) return { thinking: { type: 'disabled' } }
  if (thinking === 'adaptive') {
    return {
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: sent === 'minimal' ? 'low' : sent },
    }
  }
  const budget = Math.min(BUDGETS[sent], maxTokens - LEAST_ANSWER)
  return budget < LEAST_BUDGET ? null : { thinking: { type: 'enabled', budget_tokens: budget } }
}

/** Whether the newest calls were made without thinking that could go back. */
function continuesWithoutThought({ messages, model }: ModelRequest): boolean {
  const last = turnsOf(messages).findLast((turn) => turn.role === 'assistant')
  if (last?.role !== 'assistant' || last.parts.at(-1)?.t !== 'tool_call') return false
  const [first] = last.parts
  return first !== undefined && (first.t !== 'reasoning' || replayBlockOf(first, model) === null)
}

function toolsOf({ tools }: ModelRequest, dialect: AnthropicDialect): Tool[] {
  return tools.map(({ name, description, schema }, at) => {
    const tool: Tool = { name: toolName(name), description, input_schema: schema as Tool['input_schema'] }
    return at === tools.length - 1 ? marked(tool, dialect) : tool
  })
}

/** Asks the server to keep everything up to this block for the next request. */
function marked<Block extends object>(block: Block, { cacheMarks }: AnthropicDialect): Block {
  return cacheMarks ? { ...block, cache_control: { type: 'ephemeral' as const } } : block
}

function messagesOf(request: ModelRequest, files: SentFiles, dialect: AnthropicDialect): MessageParam[] {
  const ids = createCallIds(/^[A-Za-z0-9_-]{1,64}$/)
  const messages: MessageParam[] = []
  for (const turn of turnsOf(request.messages)) addTurn(messages, turn, { request, files, dialect, ids })
  markLast(messages, dialect)
  return messages
}

type Writing = {
  readonly request: ModelRequest
  readonly files: SentFiles
  readonly dialect: AnthropicDialect
  readonly ids: CallIds
}

/** Results and the words of the person after them are one user message, results first. */
function addTurn(messages: MessageParam[], turn: Turn, writing: Writing): void {
  if (turn.role === 'assistant') {
    messages.push({ role: 'assistant', content: turn.parts.flatMap((part) => assistantBlock(part, writing)) })
    return
  }
  const content: ContentBlockParam[] =
    turn.role === 'user'
      ? turn.parts.map((part) => userBlock(part, writing))
      : turn.answers.map((answer) => resultBlock(answer, writing))
  const last = messages.at(-1)
  if (last?.role === 'user' && Array.isArray(last.content)) last.content.push(...content)
  else messages.push({ role: 'user', content })
}

function assistantBlock(part: Part, { request, ids }: Writing): ContentBlockParam[] {
  if (part.t === 'reasoning') {
    const block = replayBlockOf(part, request.model)
    return block === null ? [] : [block]
  }
  if (part.t === 'text') return part.text.trim() === '' ? [] : [{ type: 'text', text: part.text }]
  if (part.t !== 'tool_call') return []
  const id = ids.open(part.callId)
  return [{ type: 'tool_use', id, name: toolName(part.name), input: callInput(part.args) }]
}

function resultBlock(
  { call, result }: Extract<Turn, { role: 'results' }>['answers'][number],
  writing: Writing,
): ToolResultBlockParam {
  const files = result?.parts.filter((part) => part.t === 'file') ?? []
  const words = resultWords(result)
  return {
    type: 'tool_result',
    tool_use_id: writing.ids.of(call.callId),
    content:
      files.length === 0
        ? words
        : [{ type: 'text', text: words }, ...files.map((file) => fileBlock(file, writing))],
    ...(result === null || result.tool?.isError === true ? { is_error: true } : {}),
  }
}

function userBlock(part: UserPart, writing: Writing): Seen {
  return part.t === 'text' ? { type: 'text', text: part.text } : fileBlock(part, writing)
}

function fileBlock(file: FilePart, { files, dialect }: Writing): Seen {
  const data = base64Of(file, files)
  if (data !== null && isPicture(file) && dialect.pictures) {
    const media_type = file.mime.toLowerCase().replace('jpg', 'jpeg') as 'image/jpeg'
    return { type: 'image', source: { type: 'base64', media_type, data } }
  }
  if (data !== null && isPdf(file) && dialect.pdfs) {
    return { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data } }
  }
  return { type: 'text', text: fileNote(file, !isPicture(file) || dialect.pictures, isRefused(file, files)) }
}

/**
 * Everything up to the newest message is asked for again with the next request. The end of the request before is marked
 * too: servers look for it only among the newest twenty blocks. With tools and system that is all four marks.
 */
function markLast(messages: readonly MessageParam[], dialect: AnthropicDialect): void {
  const ends = messages.filter(({ role }) => role === 'user').slice(-2)
  for (const { content } of ends) {
    const block = Array.isArray(content) ? content.at(-1) : undefined
    if (Array.isArray(content) && block !== undefined) content[content.length - 1] = marked(block, dialect)
  }
}
