import type { AgentEnd } from '#shared/agent/agent-end.ts'
import type { HarnessItem } from '#shared/context/harness-item.ts'
import { itemData } from '#shared/context/item-data.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import { filled } from '#shared/filled.ts'
import type { Message } from '#shared/session/message.ts'
import type { ExportWords } from './words.ts'

/**
 * Rewrites an event for the person: an agent's end with its final answer. The stored text tells a model how
 * to resume the agent.
 */
export function inPersonsWords(event: DurableEvent, words: ExportWords): DurableEvent {
  if (event.kind === 'harness.item') {
    const content = noteText(event.payload, words)
    return content === null ? event : { ...event, payload: { ...event.payload, content } }
  }
  if (event.kind !== 'message') return event
  const message = resultOf(event.payload.message, words)
  return message === null ? event : { ...event, payload: { ...event.payload, message } }
}

const ENDED = {
  done: 'agentDone',
  paused: 'agentPaused',
  failed: 'agentFailed',
  stopped: 'agentFailed',
  interrupted: 'agentFailed',
} as const

/** Returns the completion notice of a background agent; null for other items, and in logs without the end. */
function noteText(item: HarnessItem, words: ExportWords): string | null {
  const end = itemData('child-summary', item)?.end
  if (end === undefined) return null
  const { content, attrs } = item
  const { state } = end
  const head = filled(words[ENDED[state]], { title: attrs?.['title'] ?? '' })
  const said = content.slice(...end.words)
  return inParts(state === 'done' ? [head, said] : [head, whyOf(end, words), said])
}

/** The answer of a call that gave work to an agent; null where it says nothing but what the agent has said. */
function resultOf(message: Message, words: ExportWords): Message | null {
  const { tool, parts } = message
  if (tool?.details?.kind !== 'agent') return null
  const { state, end } = tool.details
  if (state === 'background') return { ...message, parts: [{ t: 'text', text: words.agentBackground }] }
  if (end === undefined) return null
  const text = parts.flatMap((part) => (part.t === 'text' ? [part.text] : [])).join('')
  const told = inParts([whyOf(end, words), text.slice(...end.words)])
  // One that was paused or stopped has not failed.
  return {
    ...message,
    parts: [{ t: 'text', text: told }],
    tool: { ...tool, isError: end.state === 'failed' },
  }
}

function whyOf({ state, problem }: AgentEnd, words: ExportWords): string {
  const why = problem ?? words.agentUnfinished
  // A limit message already says that.
  return state === 'paused' ? why : `${why} ${words.agentKept}`
}

const inParts = (parts: readonly string[]): string => parts.filter((part) => part.trim() !== '').join('\n\n')
