import type { Message, Part } from '#shared/session/message.ts'
import { wellFormedJson } from './well-formed.ts'

/** Writes the calls of an answer as text in the same place. */
export function callsAsText(message: Message): Message {
  const hasCalls = message.parts.some(({ t }) => t === 'tool_call')
  return hasCalls ? { ...message, parts: message.parts.map(callAsText) } : message
}

function callAsText(part: Part): Part {
  if (part.t !== 'tool_call') return part
  return {
    t: 'text',
    text: `\n(called ${part.name} with ${wellFormedJson(JSON.stringify(part.args ?? {}))})`,
  }
}

/** Writes a tool result as a message of the user. */
export function resultAsText({ parts, tool }: Message): Message {
  return { role: 'user', parts: [{ t: 'text', text: `Result of ${tool?.name ?? 'a tool'}:` }, ...parts] }
}
