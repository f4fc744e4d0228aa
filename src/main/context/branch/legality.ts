import type { CallId } from '#shared/ids.ts'
import type { Message } from '#shared/session/message.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'

/**
 * Why a provider would refuse this list, or null. Anything that edits messages after they were repaired is
 * checked with it.
 */
export function wireProblem(messages: readonly Message[]): string | null {
  let expected: CallId[] = []
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      const next = expected.shift()
      if (message.tool === undefined) return `Message ${index} is a tool message without a call id.`
      if (next === undefined) return `Message ${index} answers ${message.tool.callId}, which nothing called.`
      if (next !== message.tool.callId) return `Message ${index} should answer ${next}.`
      continue
    }
    if (expected.length > 0) return `Message ${index} comes before the result of ${expected[0]}.`
    if (message.parts.length === 0) return `Message ${index} is empty.`
    if (message.role === 'assistant') {
      expected = toolCallsOf(message).map((call) => call.callId)
      if (new Set(expected).size < expected.length) return `Message ${index} uses a call id twice.`
    }
  }
  return expected.length > 0 ? `The call ${expected[0]} has no result.` : null
}
