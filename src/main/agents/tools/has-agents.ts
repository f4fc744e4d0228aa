import type { DurableEvent } from '#shared/events/event.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import { AGENT_TOOL } from './agent-tool.ts'

/**
 * Whether an agent was started on a branch, by a call or by the person. It never becomes false again on a branch, so the
 * tool list changes at most once.
 */
export function hasAgents(path: readonly DurableEvent[]): boolean {
  return path.some((event) => {
    if (event.kind === 'harness.item')
      return event.payload.kind === 'fork' || event.payload.origin === 'agent'
    if (event.kind !== 'message') return false
    return toolCallsOf(event.payload.message).some(({ name }) => name === AGENT_TOOL)
  })
}
