import type { Message } from '#shared/session/message.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import type { ModelRequest } from '../model.ts'
import { callsAsText, resultAsText } from './calls-as-text.ts'

/** Writes tool rounds without reasoning as text, for a model that is set to it. Other requests stay as they are. */
export function withReplayableRounds(request: ModelRequest): ModelRequest {
  const { reasoning, providerReplay, provider } = request.model
  if (!reasoning || providerReplay !== 'degrade_to_text') return request
  let isText = false
  const messages = request.messages.map((message) => {
    if (message.role === 'tool') return isText ? resultAsText(message) : message
    if (message.role !== 'assistant') return message
    isText = toolCallsOf(message).length > 0 && !hasReasoning(message, provider)
    return isText ? callsAsText(message) : message
  })
  return { ...request, messages }
}

/** Whether an answer holds reasoning that goes back. A signature may also be part of a call. */
function hasReasoning({ parts }: Message, provider: string): boolean {
  return parts.some(
    (part) => (part.t === 'reasoning' || part.t === 'tool_call') && part.replay?.provider === provider,
  )
}
