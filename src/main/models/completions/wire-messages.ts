import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { Message, Part, ToolCallPart } from '#shared/session/message.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import { allSteps, type Steps } from '../../lib/steps.ts'
import { callInput } from '../protocol/call-input.ts'
import { toolName } from '../protocol/tool-name.ts'
import { wellFormedJson, wellFormedText } from '../protocol/well-formed.ts'
import { createWireIds, type WireIds } from '../protocol/wire-ids.ts'

export type WireMessage = ChatCompletionMessageParam
type FilePart = Extract<Part, { t: 'file' }>
type UserWire = Extract<WireMessage, { role: 'user' }>
type AssistantWire = Extract<WireMessage, { role: 'assistant' }>
type ContentPart = Exclude<UserWire['content'], string>[number]

/** The role that instructions have. */
export type SystemRole = 'system' | 'developer' | 'user'

/** Pictures as they go over the wire. */
export type Pictures = ReadonlyMap<string, string | null>

/** Options of the conversion besides the messages. */
export type WireOptions = {
  readonly system: string
  /**
   * Data URLs of pictures by blob id, null for one that the server refused. A picture that is not here is named instead
   * of shown. No map: the model sees no pictures.
   */
  readonly pictures: Pictures | null
  /** Whose replay data goes back; that of other providers is left out. */
  readonly provider: string
  /** Whether the reasoning before tool calls goes back as text. */
  readonly returnReasoning: boolean
  /** Whether an answer without reasoning carries an empty field for it. Missing: as `returnReasoning`. */
  readonly returnEmpty?: boolean
  readonly systemRole?: SystemRole
  readonly nullContent?: boolean
  readonly bridgesResults?: boolean
  readonly nineLetterIds?: boolean
}

/**
 * Turns a conversation into messages every OpenAI-compatible server takes: the system text first, then user and
 * assistant in turn, each call answered directly after it and exactly once, no empty message. Whatever the log
 * holds, the result is legal.
 */
export function wireMessages(messages: readonly Message[], options: WireOptions): WireMessage[] {
  return allSteps(wiringMessages(messages, options))
}

/** Messages or wire messages that are written in one step. */
export const WIRE_PIECE = 1_000

/** The same in steps of so many messages. */
export function* wiringMessages(messages: readonly Message[], options: WireOptions): Steps<WireMessage[]> {
  const wire = beginning(options)
  const ids = createWireIds(options.nineLetterIds ?? false)
  let next = WIRE_PIECE
  for (let at = 0; at < messages.length; at += 1) {
    if (at >= next) {
      next = at + WIRE_PIECE
      yield
    }
    const message = messages[at]
    if (message === undefined) break
    if (message.role === 'user') addUser(wire, contentOf(message.parts, options))
    else if (message.role === 'tool') addUser(wire, strayResult(message, options))
    else {
      const calls = callsOnce(toolCallsOf(message))
      const results = calls.length === 0 ? [] : resultsAfter(messages, at)
      addAssistant(wire, message, calls, ids, options)
      addResults(wire, calls, results, ids, options)
      at += results.length
    }
  }
  if (options.bridgesResults) bridgeResults(wire)
  return wire
}

function beginning({ system, systemRole = 'system' }: WireOptions): WireMessage[] {
  const content = wellFormedText(system)
  return content === '' ? [] : [{ role: systemRole, content }]
}

/** Puts an assistant message between each result and a message of the person behind it. */
function bridgeResults(wire: WireMessage[]): void {
  for (let at = wire.length - 1; at > 0; at -= 1) {
    if (wire[at]?.role !== 'user' || wire[at - 1]?.role !== 'tool') continue
    wire.splice(at, 0, { role: 'assistant', content: BRIDGE })
  }
}

const BRIDGE = 'I have read the results.'

/** The blob ids of every picture in a conversation, each once. */
export function pictureParts(messages: readonly Message[]): FilePart[] {
  const found = new Map<string, FilePart>()
  for (const message of messages) {
    for (const part of message.parts) if (part.t === 'file' && isPicture(part)) found.set(part.blobId, part)
  }
  return [...found.values()]
}

function isPicture(part: FilePart): boolean {
  return /^image\/(png|jpe?g|gif|webp)$/i.test(part.mime)
}

/** The tool messages that follow directly. */
function resultsAfter(messages: readonly Message[], at: number): readonly Message[] {
  let end = at + 1
  while (messages[end]?.role === 'tool') end += 1
  return messages.slice(at + 1, end)
}

function callsOnce(calls: readonly ToolCallPart[]): ToolCallPart[] {
  return [...new Map(calls.map((call) => [call.callId, call])).values()]
}

function addUser(wire: WireMessage[], parts: readonly ContentPart[]): void {
  if (parts.length === 0) return
  const last = wire.at(-1)
  if (last?.role !== 'user') {
    wire.push({ role: 'user', content: compact(parts) })
    return
  }
  // Many local chat templates refuse two user messages in a row.
  const before = typeof last.content === 'string' ? [textPart(last.content)] : last.content
  last.content = compact([...before, ...parts])
}

/** Plain text where there is only text: not every server takes a list. */
function compact(parts: readonly ContentPart[]): string | ContentPart[] {
  const texts = parts.map((part) => (part.type === 'text' ? part.text : null))
  return texts.every((text) => text !== null) ? texts.join('\n\n') : [...parts]
}

function addAssistant(
  wire: WireMessage[],
  message: Message,
  calls: readonly ToolCallPart[],
  ids: WireIds,
  options: WireOptions,
): void {
  const content = wellFormedText(message.parts.map((part) => (part.t === 'text' ? part.text : '')).join(''))
  if (content.trim() === '' && calls.length === 0) return
  const last = wire.at(-1)
  if (last?.role === 'assistant' && last.tool_calls === undefined) {
    // A cut-off answer and its continuation: two in a row are refused by many templates.
    last.content = [last.content, content].filter((text) => text !== '' && text !== null).join('\n\n')
    if (calls.length > 0) last.tool_calls = calls.map((call) => wireCall(call, ids, options))
    Object.assign(last, joined(last, replayed(message, options)))
    return
  }
  if (last === undefined || last.role === 'system') addUser(wire, [textPart(OPENING)])
  wire.push({
    role: 'assistant',
    content: content === '' && (options.nullContent ?? true) ? null : content,
    ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => wireCall(call, ids, options)) }),
    ...replayed(message, options),
  } as AssistantWire)
}

const OPENING = '(The beginning of this conversation is left out.)'

function wireCall(call: ToolCallPart, ids: WireIds, { provider }: WireOptions) {
  const replay = call.replay?.provider === provider ? { extra_content: call.replay.data } : {}
  return {
    id: ids.fresh(call.callId),
    type: 'function' as const,
    function: { name: toolName(call.name), arguments: wellFormedJson(JSON.stringify(callInput(call.args))) },
    ...replay,
  }
}

/** Non-standard fields with which some providers get their reasoning back. */
type Replayed = { readonly reasoning_details?: unknown; readonly reasoning_content?: string }

function replayed(message: Message, options: WireOptions): Replayed {
  const { provider, returnReasoning, returnEmpty = returnReasoning } = options
  const thoughts = message.parts.filter((part) => part.t === 'reasoning')
  const data = thoughts.findLast((part) => part.replay?.provider === provider)?.replay?.data ?? null
  const text = thoughts.map((part) => part.text).join('')
  const isReturned = returnReasoning && (text !== '' || returnEmpty)
  return {
    ...(data === null ? {} : { reasoning_details: data }),
    ...(isReturned ? { reasoning_content: text } : {}),
  }
}

/** The reasoning of an answer that was cut and of its continuation, in that order. */
function joined(first: AssistantWire & Replayed, second: Replayed): Replayed {
  const details = [first.reasoning_details, second.reasoning_details].filter((each) => each !== undefined)
  return {
    ...(details.length === 0
      ? {}
      : { reasoning_details: details.length === 1 ? details[0] : details.flat() }),
    ...(second.reasoning_content === undefined
      ? {}
      : { reasoning_content: `${first.reasoning_content ?? ''}${second.reasoning_content}` }),
  }
}

function addResults(
  wire: WireMessage[],
  calls: readonly ToolCallPart[],
  results: readonly Message[],
  ids: WireIds,
  options: WireOptions,
): void {
  const shown: ContentPart[] = []
  const answered = new Set<Message>()
  for (const call of calls) {
    const result = results.find((message) => message.tool?.callId === call.callId)
    if (result !== undefined) answered.add(result)
    wire.push({ role: 'tool', tool_call_id: ids.of(call.callId), content: resultText(result) })
    const files = result?.parts.filter((part) => part.t === 'file') ?? []
    if (files.length > 0) shown.push(textPart(`Files from ${call.name}:`), ...contentOf(files, options))
  }
  for (const result of results) if (!answered.has(result)) shown.push(...strayResult(result, options))
  addUser(wire, shown)
}

function resultText(message: Message | undefined): string {
  if (message === undefined) return 'No result was recorded for this call.'
  const text = message.parts.map((part) => (part.t === 'text' ? part.text : '')).join('')
  return text === '' ? '(no output)' : wellFormedText(text)
}

/** A result whose call is not in the conversation any more cannot be sent as one. Its words still count. */
function strayResult(message: Message, options: WireOptions): ContentPart[] {
  const parts = contentOf(message.parts, options)
  return parts.length === 0
    ? []
    : [textPart(`Earlier result of ${message.tool?.name ?? 'a tool'}:`), ...parts]
}

function contentOf(parts: readonly Part[], { pictures }: WireOptions): ContentPart[] {
  const content: ContentPart[] = []
  for (const part of parts) {
    if (part.t === 'text' && part.text !== '') content.push(textPart(part.text))
    if (part.t !== 'file') continue
    if (pictures === null && isPicture(part)) {
      content.push(textPart(`[picture: ${part.name ?? 'unnamed'} (${part.mime}), which you cannot see]`))
      continue
    }
    const url = pictures?.get(part.blobId)
    if (url === null) {
      content.push(
        textPart(`[picture: ${part.name ?? 'unnamed'} (${part.mime}), which the server refused to show you]`),
      )
      continue
    }
    content.push(url === undefined ? textPart(nameOf(part)) : { type: 'image_url', image_url: { url } })
  }
  return content
}

function nameOf(part: FilePart): string {
  return `[file: ${part.name ?? 'unnamed'} (${part.mime})]`
}

function textPart(text: string): ContentPart {
  return { type: 'text', text: wellFormedText(text) }
}
