import { firstPart } from '#shared/first-part.ts'
import type { CallId } from '#shared/ids.ts'
import type { CallAsWritten, Message, Part, ToolCallPart } from '#shared/session/message.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import { type CallScene, type ReadCall, readCall } from '../../tools/reading/read-call.ts'

/** Maximum length of a call kept in its original form, in UTF-16 units, without the name. */
const LONGEST_KEPT = 64_000

/** Facts about the calls of an answer that its parts do not hold. */
export type WrittenCalls = {
  /** The calls with their arguments as text, in call order. */
  readonly written: readonly { readonly callId: CallId; readonly text: string }[]
} & Pick<CallScene, 'offered' | 'deferred'>

/**
 * Returns the message with its interpreted calls, which are stored, executed and sent to models later. A
 * repaired call also keeps the original.
 */
export function readCalls(message: Message, { written, offered, deferred = [] }: WrittenCalls): Message {
  const calls = toolCallsOf(message)
  const last = calls.at(-1)?.callId
  const used = new Set(calls.map(({ callId }) => callId))
  const parts = message.parts.flatMap((part): Part[] => {
    if (part.t !== 'tool_call') return [part]
    const text = written.find(({ callId }) => callId === part.callId)?.text
    if (text === undefined) return [part]
    const isCut = message.stop === 'length' && part.callId === last
    const lengthLimit = isCut ? { tokens: message.usage?.output || null } : null
    return callParts({ part, text, used }, { offered, deferred, lengthLimit })
  })
  return parts.every((part, index) => part === message.parts[index]) ? message : { ...message, parts }
}

type Written = {
  readonly part: ToolCallPart
  readonly text: string
  /** Ids of calls that are taken in this answer. */
  readonly used: Set<CallId>
}

/** Returns the calls in a written part; the part itself if it needs no repair. */
export function callParts({ part, text, used }: Written, scene: CallScene): ToolCallPart[] {
  const { calls, isMended } = readCall({ name: part.name, text }, scene)
  const isAsText = part.written?.asText === true
  const isKept = isMended || isAsText
  if (!isKept && calls.every(({ via }) => via === undefined)) return [part]
  const { replay, ...plain } = part
  return calls.map((call, index) => ({
    ...plain,
    callId: index === 0 ? part.callId : freshId(part.callId, index + 1, used),
    name: call.name,
    args: call.args,
    ...(isKept ? { written: asWritten(part.name, text, call, isAsText) } : {}),
    ...(call.via === undefined ? {} : { via: call.via }),
    ...(index > 0 || replay === undefined ? {} : { replay }),
  }))
}

function asWritten(name: string, text: string, call: ReadCall, isAsText: boolean): CallAsWritten {
  return {
    name,
    args: text.length > LONGEST_KEPT ? `${firstPart(text, LONGEST_KEPT)}…` : text,
    ...(call.notes.length === 0 ? {} : { notes: [...call.notes] }),
    ...(call.problem === null ? {} : { problem: call.problem }),
    ...(isAsText ? { asText: true as const } : {}),
  }
}

function freshId(callId: CallId, number: number, used: Set<CallId>): CallId {
  let id = `${callId.slice(0, 180)}_${number}`
  while (used.has(id)) id = `${id}x`
  used.add(id)
  return id
}
