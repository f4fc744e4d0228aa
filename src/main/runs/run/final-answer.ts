import type { DurableEvent } from '#shared/events/event.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { Message } from '#shared/session/message.ts'
import { textOf, toolCallsOf } from '#shared/session/message-words.ts'
import type { PathOf } from './closing.ts'

/**
 * Returns the final answer of an agent for its parent. Empty without one. A truncated answer that was
 * continued in the same run counts as one.
 */
export function finalAnswerOf(pathOf: PathOf, { sessionId, contextId }: RunRecord): string {
  const pieces: string[] = []
  let of: DurableEvent['runId']
  for (const event of pathOf(sessionId, contextId).toReversed()) {
    if (event.kind !== 'message') continue
    const { message } = event.payload
    const isMore = pieces.length === 0 || (event.runId === of && isGoneOnWith(message))
    if (message.role === 'assistant' && isMore) pieces.unshift(textOf(message))
    else if (pieces.length > 0) break
    of = event.runId
  }
  return pieces.join('')
}

function isGoneOnWith(message: Message): boolean {
  return (message.stop === 'length' || message.stop === 'error') && toolCallsOf(message).length === 0
}
