import type {
  Content,
  FunctionDeclaration,
  Part as GeminiPart,
  GenerateContentConfig,
  ThinkingConfig,
  ToolConfig,
} from '@google/genai'
import type { Effort } from '#shared/model/efforts.ts'
import { sentEffort } from '#shared/model/sent-effort.ts'
import type { FilePart, Part } from '#shared/session/message.ts'
import type { ModelRequest } from '../model.ts'
import { callInput } from '../protocol/call-input.ts'
import { outputLimit } from '../protocol/output-limit.ts'
import { base64Of, isPdf, isPicture, isRefused, type SentFiles } from '../protocol/sent-files.ts'
import { toolName } from '../protocol/tool-name.ts'
import { fileNote, resultWords, type Turn, turnsOf, type UserPart } from '../protocol/wire-turns.ts'
import { signatureOf, UNSIGNED } from './gemini-replay.ts'

/** Body of `streamGenerateContent`. The SDK has no type for the wire form of the whole. */
export type GeminiRequest = {
  readonly contents: Content[]
  readonly systemInstruction?: Content
  readonly tools?: readonly { readonly functionDeclarations: FunctionDeclaration[] }[]
  readonly toolConfig?: WireToolConfig
  readonly generationConfig: Pick<GenerateContentConfig, 'maxOutputTokens' | 'temperature' | 'topP'> & {
    readonly thinkingConfig?: WireThinking
  }
}
type WireThinking = Omit<ThinkingConfig, 'thinkingLevel'> & { readonly thinkingLevel?: string }
type WireToolConfig = {
  readonly functionCallingConfig: Omit<NonNullable<ToolConfig['functionCallingConfig']>, 'mode'> & {
    readonly mode: 'ANY'
  }
}

/** Differences between models of the Gemini API. Starts with a guess by name and learns from rejections. */
export type GeminiDialect = {
  /** `level` since Gemini 3; `budget` counts tokens, for Gemini 2.5. */
  readonly thinking: 'level' | 'budget' | 'none'
  /** Ways to ask for thinking that the server refused. */
  readonly refused: readonly string[]
  readonly pictures: boolean
  readonly pdfs: boolean
}

type Thought = Exclude<Effort, 'off'>
/** Tokens of thinking for each effort (Gemini 2.5 accepts up to 24,576 on all its models). */
const BUDGETS: Readonly<Record<Thought, number>> = {
  minimal: 512,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  xhigh: 24_576,
  max: 24_576,
}
const LEVELS: Readonly<Record<Thought, string>> = {
  minimal: 'MINIMAL',
  low: 'LOW',
  medium: 'MEDIUM',
  high: 'HIGH',
  xhigh: 'HIGH',
  max: 'HIGH',
}

/** Body of one streaming request to the Gemini API (documentation of 2026-11). */
export function geminiRequest(
  request: ModelRequest,
  files: SentFiles,
  dialect: GeminiDialect,
): GeminiRequest {
  const { model, system, tools, forcedTool, temperature, topP = model.topP } = request
  const thinkingConfig = thinkingOf(request, dialect)
  const limit = outputLimit(request)
  return {
    ...(system === '' ? {} : { systemInstruction: { parts: [{ text: system }] } }),
    ...(tools.length === 0 ? {} : { tools: [{ functionDeclarations: declarationsOf(request) }] }),
    ...(forcedTool === undefined ? {} : { toolConfig: forced(toolName(forcedTool)) }),
    generationConfig: {
      ...(limit === null ? {} : { maxOutputTokens: limit }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(topP === undefined ? {} : { topP }),
      ...(thinkingConfig === null ? {} : { thinkingConfig }),
    },
    contents: contentsOf(request, files, dialect),
  }
}

/** The effort as the request words it; null when it names none. */
export function geminiEffort(request: ModelRequest, dialect: GeminiDialect): string | null {
  const thinking = thinkingOf(request, dialect)
  if (thinking?.thinkingLevel !== undefined) return thinking.thinkingLevel
  return thinking?.thinkingBudget === undefined ? null : String(thinking.thinkingBudget)
}

function thinkingOf({ model, effort }: ModelRequest, { thinking }: GeminiDialect): WireThinking | null {
  if (!model.reasoning || thinking === 'none') return null
  const sent = sentEffort(model, effort ?? null)
  if (sent === null) return { includeThoughts: true }
  // Gemini 3 cannot be kept from thinking.
  if (sent === 'off') return thinking === 'budget' ? { thinkingBudget: 0 } : { thinkingLevel: 'MINIMAL' }
  return {
    includeThoughts: true,
    ...(thinking === 'budget' ? { thinkingBudget: BUDGETS[sent] } : { thinkingLevel: LEVELS[sent] }),
  }
}

function forced(name: string): WireToolConfig {
  return { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [name] } }
}

function declarationsOf({ tools }: ModelRequest): FunctionDeclaration[] {
  return tools.map(({ name, description, schema }) => ({
    name: toolName(name),
    description,
    parametersJsonSchema: schema,
  }))
}

type Writing = { readonly request: ModelRequest; readonly files: SentFiles; readonly dialect: GeminiDialect }

/** Roles alternate: results and the words of the person after them are one content. */
function contentsOf(request: ModelRequest, files: SentFiles, dialect: GeminiDialect): Content[] {
  const writing = { request, files, dialect }
  const contents: Content[] = []
  for (const turn of turnsOf(request.messages)) {
    const role = turn.role === 'assistant' ? 'model' : 'user'
    const parts = partsOf(turn, writing)
    const last = contents.at(-1)
    if (last?.role === role) last.parts?.push(...parts)
    else contents.push({ role, parts })
  }
  return contents
}

function partsOf(turn: Turn, writing: Writing): GeminiPart[] {
  if (turn.role === 'user') return turn.parts.map((part) => userPart(part, writing))
  if (turn.role === 'assistant') return modelParts(turn.parts, writing)
  const shown = turn.answers.flatMap(({ result }) => result?.parts.filter((part) => part.t === 'file') ?? [])
  return [
    ...turn.answers.map(({ call, result }) => {
      const key = result === null || result.tool?.isError === true ? 'error' : 'output'
      return { functionResponse: { name: toolName(call.name), response: { [key]: resultWords(result) } } }
    }),
    ...shown.map((file) => filePart(file, writing)),
  ]
}

function modelParts(parts: readonly Part[], writing: Writing): GeminiPart[] {
  const made = parts.flatMap((part) => modelPart(part, writing))
  const first = made.find((part) => part.functionCall !== undefined)
  // Gemini 3 refuses a call without signature, also one that another model made. Google names this value for it.
  const { model } = writing.request
  const isAsked = model.reasoning && model.providerReplay !== undefined
  const fills = isAsked
    ? model.providerReplay === 'provider_empty_replay_field'
    : writing.dialect.thinking === 'level'
  if (first !== undefined && first.thoughtSignature === undefined && fills) {
    first.thoughtSignature = UNSIGNED
  }
  return made
}

function modelPart(part: Part, { request }: Writing): GeminiPart[] {
  if (part.t === 'file') return []
  // A signature belongs to the call as the model wrote it, and not to one that was mended.
  const isMended = part.t === 'tool_call' && part.written !== undefined
  const signature = isMended ? null : signatureOf(part.replay, request.model.provider)
  const signed = signature === null ? {} : { thoughtSignature: signature }
  if (part.t === 'tool_call') {
    return [{ functionCall: { name: toolName(part.name), args: callInput(part.args) }, ...signed }]
  }
  if (part.t === 'text') return part.text === '' && signature === null ? [] : [{ text: part.text, ...signed }]
  return signature === null ? [] : [{ text: part.text, thought: true, ...signed }]
}

function userPart(part: UserPart, writing: Writing): GeminiPart {
  return part.t === 'text' ? { text: part.text } : filePart(part, writing)
}

function filePart(file: FilePart, { files, dialect }: Writing): GeminiPart {
  const data = base64Of(file, files)
  const isShown = (isPicture(file) && dialect.pictures) || (isPdf(file) && dialect.pdfs)
  if (data !== null && isShown) return { inlineData: { mimeType: file.mime.toLowerCase(), data } }
  return { text: fileNote(file, !isPicture(file) || dialect.pictures, isRefused(file, files)) }
}
