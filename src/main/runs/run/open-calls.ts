import type { DurableEvent } from '#shared/events/event.ts'
import type { ToolCallPart } from '#shared/session/message.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'

/** The calls at the end of a branch that have no stored answer yet, in call order. */
export function openCallsOf(path: readonly DurableEvent[]): ToolCallPart[] {
  const answered = new Set<string>()
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const event = path[index]
    if (event?.kind !== 'message') continue
    const { message } = event.payload
    if (message.role === 'tool') {
      if (message.tool !== undefined) answered.add(message.tool.callId)
      continue
    }
    if (message.role === 'user') return []
    return toolCallsOf(message).filter((call) => !answered.has(call.callId))
  }
  return []
}
