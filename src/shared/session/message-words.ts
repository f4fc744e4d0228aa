import type { Message, ToolCallPart } from './message.ts'

/** The words of a message, without reasoning, calls and files. */
export function textOf(message: Message): string {
  return message.parts.map((part) => (part.t === 'text' ? part.text : '')).join('')
}

/** The calls of an assistant message, in the order the model made them. */
export function toolCallsOf(message: Message): ToolCallPart[] {
  return message.parts.filter((part) => part.t === 'tool_call')
}
