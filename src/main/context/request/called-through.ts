import type { Message, Part } from '#shared/session/message.ts'
import type { Entry } from '../branch/entry.ts'

/** The same message for the same one: counters of tokens know messages by identity. */
const shown = new WeakMap<Message, Message>()

/**
 * Shows each call of a tool that is not in the tool list as the call of `call_tool` that it was. Servers accept calls of
 * tools in the list only.
 */
export function withCallsThrough(entries: readonly Entry[]): readonly Entry[] {
  const names = new Set<string>()
  return entries.map((entry) => {
    if (entry.from !== 'message') return entry
    const { message } = entry
    for (const part of message.parts) {
      if (part.t !== 'tool_call') continue
      // Some models use an id again.
      if (isThrough(part)) names.add(part.callId)
      else names.delete(part.callId)
    }
    const isCall = message.parts.some(isThrough)
    const isResult = message.tool !== undefined && names.has(message.tool.callId)
    if (!isCall && !isResult) return entry
    const known = shown.get(message) ?? asCalled(message, isResult)
    shown.set(message, known)
    return { ...entry, message: known }
  })
}

type Through = Extract<Part, { t: 'tool_call' }> & { readonly via: string }

const isThrough = (part: Part): part is Through => part.t === 'tool_call' && part.via !== undefined

function asCalled(message: Message, isResult: boolean): Message {
  const parts = message.parts.map((part): Part => {
    if (!isThrough(part)) return part
    const args = part.args ?? {}
    // Says that the call is not as the model wrote it: a signature of the provider no longer belongs to it.
    const written = part.written ?? { name: part.name, args: JSON.stringify(args) }
    return { ...part, written, name: part.via, args: { name: part.name, arguments: args } }
  })
  const { tool } = message
  return {
    ...message,
    parts,
    ...(isResult && tool !== undefined ? { tool: { ...tool, name: THROUGH } } : {}),
  }
}

const THROUGH = 'call_tool'
