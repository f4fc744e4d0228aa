import type { Message, Part } from '#shared/session/message.ts'

/** Converts the calls and results of a conversation to text, for a model without tools. */
export function withoutCalls(messages: readonly Message[]): Message[] {
  return messages.map((message) => {
    if (message.role === 'tool') return toldResult(message)
    const hasCalls = message.parts.some(({ t }) => t === 'tool_call')
    return hasCalls ? { ...message, parts: message.parts.map(toldCall) } : message
  })
}

function toldCall(part: Part): Part {
  if (part.t !== 'tool_call') return part
  return { t: 'text', text: `\n(called ${part.name} with ${JSON.stringify(part.args ?? {})})` }
}

function toldResult({ parts, tool }: Message): Message {
  return { role: 'user', parts: [{ t: 'text', text: `Result of ${tool?.name ?? 'a tool'}:` }, ...parts] }
}
