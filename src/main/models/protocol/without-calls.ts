import type { Message } from '#shared/session/message.ts'
import { callsAsText, resultAsText } from './calls-as-text.ts'

/** Converts the calls and results of a conversation to text, for a model without tools. */
export function withoutCalls(messages: readonly Message[]): Message[] {
  return messages.map((message) => (message.role === 'tool' ? resultAsText(message) : callsAsText(message)))
}
