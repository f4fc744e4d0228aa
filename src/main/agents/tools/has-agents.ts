import type { DurableEvent } from '#shared/events/event.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import { createLastingFact } from '../../context/branch/lasting-fact.ts'
import { AGENT_TOOL } from './agent-tool.ts'

/**
 * Whether an agent was started on a branch, by a call or by the person. It never becomes false again on a branch, so the
 * tool list changes at most once.
 */
export function hasAgents(path: readonly DurableEvent[], upTo?: number): boolean {
  const isForked = hasFork(path, upTo)
  const isStarted = hasStart(path, upTo)
  if (!isForked || !isStarted) return isStarted
  const mark = path.findLastIndex(isFork)
  // A fork has the tools of the chat it copies, up to the call that made it: its prefix stays the same.
  const made = path.slice(0, mark).findLastIndex(startsAgent)
  return [...path.slice(0, Math.max(made, 0)), ...path.slice(mark + 1)].some(startsAgent)
}

/** Whether an agent began to work in the background on a branch: there may be one to stop. */
export const hasBackgroundAgents = createLastingFact((event) => {
  if (event.kind === 'compact') return event.payload.facts?.agents === true
  if (event.kind !== 'message') return false
  const details = event.payload.message.tool?.details
  return details?.kind === 'agent' && details.state === 'background'
})

const isFork = (event: DurableEvent): boolean =>
  event.kind === 'harness.item' && event.payload.kind === 'fork'

const hasFork = createLastingFact(isFork)
const hasStart = createLastingFact(startsAgent)

function startsAgent(event: DurableEvent): boolean {
  if (event.kind === 'compact') return event.payload.facts?.agents === true
  if (event.kind === 'harness.item') return event.payload.origin === 'agent'
  if (event.kind !== 'message') return false
  return toolCallsOf(event.payload.message).some(({ name }) => name === AGENT_TOOL)
}
