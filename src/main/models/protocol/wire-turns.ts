import type { FilePart, Message, Part, ToolCallPart } from '#shared/session/message.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'

type TextPart = Extract<Part, { t: 'text' }>

/** Words and files of one user turn. */
export type UserPart = TextPart | FilePart

/** A call with the result that was stored for it, if any. */
export type AnsweredCall = { readonly call: ToolCallPart; readonly result: Message | null }

/** One turn of a conversation that every provider accepts. */
export type Turn =
  | { readonly role: 'user'; readonly parts: readonly UserPart[] }
  | { readonly role: 'assistant'; readonly parts: readonly Part[] }
  /** Follows the assistant turn whose calls it answers, in the order of the calls. Never empty. */
  | { readonly role: 'results'; readonly answers: readonly AnsweredCall[] }

/** Text sent for a call without a stored result. */
export const NO_RESULT = 'No result was recorded for this call.'
/** Text sent for a result without words. */
export const NO_OUTPUT = '(no output)'
const OPENING = '(The beginning of this conversation is left out.)'
const CONTINUE = 'Continue.'

/**
 * Arranges a conversation as legal turns: starts with the user, ends with the user or with results, answers each call
 * exactly once and directly, and holds no empty turn. Works for every log, also for an imported or damaged one.
 */
export function turnsOf(messages: readonly Message[]): Turn[] {
  const turns: Turn[] = []
  for (let at = 0; at < messages.length; at += 1) {
    const message = messages[at]
    if (message === undefined) break
    if (message.role === 'user') addUser(turns, userParts(message.parts))
    else if (message.role === 'tool') addUser(turns, strayResult(message))
    else at += addAssistant(turns, message, resultsAfter(messages, at))
  }
  if (turns.length === 0 || turns.at(-1)?.role === 'assistant') addUser(turns, [words(CONTINUE)])
  return turns
}

/** Words of a result, never empty. */
export function resultWords(result: Message | null): string {
  if (result === null) return NO_RESULT
  const text = result.parts.map((part) => (part.t === 'text' ? part.text : '')).join('')
  return text === '' ? NO_OUTPUT : text
}

/** Names a file that is not sent. `canSee`: the model sees files of its kind. `isRefused`: the server refused this one. */
export function fileNote({ name, mime }: FilePart, canSee: boolean, isRefused = false): string {
  const file = `${name ?? 'unnamed'} (${mime})`
  if (canSee && isRefused) return `[picture: ${file}, which the server refused to show you]`
  return canSee ? `[file: ${file}]` : `[picture: ${file}, which you cannot see]`
}

/** Adds an answer and its results. Returns the number of result messages that were used up. */
function addAssistant(turns: Turn[], message: Message, results: readonly Message[]): number {
  const calls = [...new Map(toolCallsOf(message).map((call) => [call.callId, call])).values()]
  const kept = message.parts.filter((part) => part.t !== 'tool_call' || calls.includes(part))
  const parts = kept.slice(0, kept.findLastIndex(isSaid) + 1)
  if (parts.length === 0) {
    for (const result of results) addUser(turns, strayResult(result))
    return results.length
  }
  if (turns.length === 0) addUser(turns, [words(OPENING)])
  const last = turns.at(-1)
  // A cut answer and its continuation are one turn.
  if (last?.role === 'assistant') turns[turns.length - 1] = { ...last, parts: [...last.parts, ...parts] }
  else turns.push({ role: 'assistant', parts })
  const answers = calls.map((call) => ({
    call,
    result: results.find(({ tool }) => tool?.callId === call.callId) ?? null,
  }))
  if (answers.length > 0) turns.push({ role: 'results', answers })
  const used = new Set(answers.map(({ result }) => result))
  for (const result of results) if (!used.has(result)) addUser(turns, strayResult(result))
  return results.length
}

/** Whether a part is worth a turn. Reasoning is not: no provider accepts an answer that ends with it. */
function isSaid(part: Part): boolean {
  return part.t === 'tool_call' || (part.t === 'text' && part.text.trim() !== '')
}

function resultsAfter(messages: readonly Message[], at: number): readonly Message[] {
  let end = at + 1
  while (messages[end]?.role === 'tool') end += 1
  return messages.slice(at + 1, end)
}

function addUser(turns: Turn[], parts: readonly UserPart[]): void {
  if (parts.length === 0) return
  const last = turns.at(-1)
  if (last?.role === 'user') turns[turns.length - 1] = { role: 'user', parts: [...last.parts, ...parts] }
  else turns.push({ role: 'user', parts })
}

function userParts(parts: readonly Part[]): UserPart[] {
  return parts.filter(
    (part): part is UserPart => part.t === 'file' || (part.t === 'text' && part.text.trim() !== ''),
  )
}

/** A result without its call cannot be sent as a result. Its words are kept. */
function strayResult(message: Message): UserPart[] {
  const parts = userParts(message.parts)
  return parts.length === 0 ? [] : [words(`Earlier result of ${message.tool?.name ?? 'a tool'}:`), ...parts]
}

function words(text: string): TextPart {
  return { t: 'text', text }
}
