import type {
  FunctionTool,
  NamespaceTool,
  ResponseCreateParamsStreaming,
  ResponseInputContent,
  ResponseInputItem,
} from 'openai/resources/responses/responses'
import { sentEffort } from '#shared/model/sent-effort.ts'
import type { FilePart, Part } from '#shared/session/message.ts'
import type { ModelRequest } from '../model.ts'
import { type CallIds, createCallIds } from '../protocol/call-ids.ts'
import { callInput } from '../protocol/call-input.ts'
import { outputLimit } from '../protocol/output-limit.ts'
import { base64Of, isPdf, isPicture, isRefused, type SentFiles } from '../protocol/sent-files.ts'
import { toolName } from '../protocol/tool-name.ts'
import { fileNote, resultWords, type Turn, turnsOf, type UserPart } from '../protocol/wire-turns.ts'
import { phaseOf, reasoningItemOf } from './responses-replay.ts'

export type ResponsesRequest = ResponseCreateParamsStreaming

/**
 * Differences between servers and models of the Responses API. Starts with the defaults and learns from
 * rejections.
 */
export type ResponsesDialect = {
  readonly temperature: boolean
  readonly topP: boolean
  /** False for accounts that may not read summaries of reasoning. */
  readonly summaries: boolean
  /** False for models that are not asked how long to think. */
  readonly effort: boolean
  /** False for servers that return no encrypted reasoning. */
  readonly encrypted: boolean
  readonly limit: boolean
  /** False for servers that do not know `prompt_cache_key`. */
  readonly cacheKey: boolean
  readonly pictures: boolean
  readonly pdfs: boolean
}

/** The smallest limit of an answer that the API accepts, in tokens. */
const LEAST_OUTPUT = 16

/** Body of one streaming request to the Responses API (documentation of 2026-11). The server stores nothing. */
export function responsesRequest(
  request: ModelRequest,
  files: SentFiles,
  dialect: ResponsesDialect,
): ResponsesRequest {
  const { model, system, tools, temperature, topP = model.topP } = request
  const limit = outputLimit(request)
  return {
    model: model.id,
    stream: true,
    store: false,
    ...(model.reasoning && dialect.encrypted ? { include: ['reasoning.encrypted_content'] } : {}),
    ...(limit === null || !dialect.limit ? {} : { max_output_tokens: Math.max(LEAST_OUTPUT, limit) }),
    ...(dialect.cacheKey && request.cacheKey !== undefined ? { prompt_cache_key: request.cacheKey } : {}),
    ...(dialect.temperature && temperature !== undefined ? { temperature } : {}),
    ...(dialect.topP && topP !== undefined ? { top_p: topP } : {}),
    ...reasoningOf(request, dialect),
    ...(system === '' ? {} : { instructions: system }),
    ...(tools.length === 0 ? {} : { tools: toolsOf(request) }),
    ...choiceOf(request),
    input: inputOf(request, files, dialect),
  }
}

/** The effort as the request words it; null when it names none. */
export function responsesEffort(request: ModelRequest, dialect: ResponsesDialect): string | null {
  return reasoningOf(request, dialect).reasoning?.effort ?? null
}

function reasoningOf(
  { model, effort }: ModelRequest,
  dialect: ResponsesDialect,
): Pick<ResponsesRequest, 'reasoning'> {
  const sent = dialect.effort ? sentEffort(model, effort ?? null) : null
  const summary = model.reasoning && dialect.summaries ? { summary: 'auto' as const } : {}
  if (sent === null) return 'summary' in summary ? { reasoning: summary } : {}
  return sent === 'off' ? { reasoning: { effort: 'none' } } : { reasoning: { effort: sent, ...summary } }
}

/** The namespace of tools in requests that a plan pays for. */
const NAMESPACE = { name: 'orrery', description: 'The tools of this conversation.' } as const

/** Requests that a plan pays for have their tools in a namespace (OpenAI's *Preview limitations*, 2026-11). */
function toolsOf(request: ModelRequest): (FunctionTool | NamespaceTool)[] {
  const { model, tools, forcedTool } = request
  if (model.plan === undefined) return tools.map(functionOf)
  // It is not documented how a choice names a tool in a namespace: the forced one is the only one there.
  const offered = forcedTool === undefined ? tools : tools.filter(({ name }) => name === forcedTool)
  return [{ type: 'namespace', ...NAMESPACE, tools: offered.map(functionOf) }]
}

function choiceOf({ model, forcedTool }: ModelRequest): Pick<ResponsesRequest, 'tool_choice'> {
  if (forcedTool === undefined) return {}
  if (model.plan !== undefined) return { tool_choice: 'required' }
  return { tool_choice: { type: 'function', name: toolName(forcedTool) } }
}

function functionOf({ name, description, schema }: ModelRequest['tools'][number]): FunctionTool {
  return {
    type: 'function',
    name: toolName(name),
    description,
    parameters: schema as Record<string, unknown>,
    strict: false,
  }
}

type Writing = {
  readonly request: ModelRequest
  readonly files: SentFiles
  readonly dialect: ResponsesDialect
  readonly ids: CallIds
}

function inputOf(request: ModelRequest, files: SentFiles, dialect: ResponsesDialect): ResponseInputItem[] {
  const writing = { request, files, dialect, ids: createCallIds(/^[A-Za-z0-9_-]{1,64}$/) }
  return turnsOf(request.messages).flatMap((turn) => itemsOf(turn, writing))
}

function itemsOf(turn: Turn, writing: Writing): ResponseInputItem[] {
  if (turn.role === 'user') return [{ role: 'user', content: contentOf(turn.parts, writing) }]
  if (turn.role === 'results') return turn.answers.map((answer) => resultItem(answer, writing))
  return turn.parts.flatMap((part) => assistantItem(part, writing))
}

/** One text where there is only text: not every compatible server takes a list. */
function contentOf(parts: readonly UserPart[], writing: Writing): string | ResponseInputContent[] {
  const texts = parts.map((part) => (part.t === 'text' ? part.text : null))
  return texts.every((text) => text !== null)
    ? texts.join('\n\n')
    : parts.map((part) => (part.t === 'text' ? textContent(part.text) : fileContent(part, writing)))
}

function assistantItem(part: Part, { request, dialect, ids }: Writing): ResponseInputItem[] {
  if (part.t === 'reasoning') {
    const item = dialect.encrypted ? reasoningItemOf(part, request.model) : null
    return item === null ? [] : [item]
  }
  if (part.t === 'text') {
    if (part.text.trim() === '') return []
    return [{ role: 'assistant', content: part.text, ...phaseOf(part, request.model) }]
  }
  if (part.t !== 'tool_call') return []
  const call_id = ids.open(part.callId)
  return [
    {
      type: 'function_call',
      call_id,
      name: toolName(part.name),
      ...(request.model.plan === undefined ? {} : { namespace: NAMESPACE.name }),
      arguments: JSON.stringify(callInput(part.args)),
    },
  ]
}

function resultItem(
  { call, result }: Extract<Turn, { role: 'results' }>['answers'][number],
  writing: Writing,
): ResponseInputItem {
  const files = result?.parts.filter((part) => part.t === 'file') ?? []
  const words = resultWords(result)
  return {
    type: 'function_call_output',
    call_id: writing.ids.of(call.callId),
    output:
      files.length === 0 ? words : [textContent(words), ...files.map((file) => fileContent(file, writing))],
  }
}

function fileContent(file: FilePart, { files, dialect }: Writing): ResponseInputContent {
  const data = base64Of(file, files)
  const url = `data:${file.mime};base64,${data}`
  if (data !== null && isPicture(file) && dialect.pictures) {
    return { type: 'input_image', detail: 'auto', image_url: files === 'named' ? data : url }
  }
  if (data !== null && isPdf(file) && dialect.pdfs) {
    const filename = file.name ?? 'document.pdf'
    return { type: 'input_file', filename, file_data: files === 'named' ? data : url }
  }
  return textContent(fileNote(file, !isPicture(file) || dialect.pictures, isRefused(file, files)))
}

function textContent(text: string) {
  return { type: 'input_text' as const, text }
}
