import type { DurableEvent } from '#shared/events/event.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import { AGENT_TOOL } from './agent-tool.ts'

/**
 * Whether an agent was started on a branch, by a call or by the person. It never becomes false again on a branch, so the
 * tool list changes at most once.
 */
export function hasAgents(path: readonly DurableEvent[]): boolean {
  const mark = path.findLastIndex((event) => event.kind === 'harness.item' && event.payload.kind === 'fork')
  if (mark < 0) return path.some(startsAgent)
  // A fork has the tools of the chat it copies, up to the call that made it: its prefix stays the same.
  const made = path.slice(0, mark).findLastIndex(startsAgent)
  return [...path.slice(0, Math.max(made, 0)), ...path.slice(mark + 1)].some(startsAgent)
}

function startsAgent(event: DurableEvent): boolean {
  if (event.kind === 'harness.item') return event.payload.origin === 'agent'
  if (event.kind !== 'message') return false
  return toolCallsOf(event.payload.message).some(({ name }) => name === AGENT_TOOL)
}
