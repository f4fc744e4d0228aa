import type { InflightMessage, InflightTool } from '#shared/events/delivery.ts'
import type { DurableEvent, LivePayload } from '#shared/events/event.ts'
import type { CallId, EventId } from '#shared/ids.ts'
import { never } from '#shared/never.ts'
import type { Part } from '#shared/session/message.ts'

type Delta = LivePayload<'message.delta'>
type Block = { channel: Delta['channel']; text: string; callId: CallId | null; toolName: string }
type Tool = {
  eventId: EventId
  callId: CallId
  toolName: string
  args: unknown
  output: string
  startedAt: number
}

/** The longest tail of a running tool's output that is kept for a window that attaches late. */
const KEPT_OUTPUT = 64_000

/**
 * What is under way in one session and not yet stored: answers that stream, tools that run. It is what a window
 * needs that attaches in the middle.
 */
export function createInflight() {
  const messages = new Map<EventId, Map<string, Block>>()
  const tools = new Map<EventId, Tool>()

  return {
    started: (eventId: EventId): void => void messages.set(eventId, new Map()),
    /** Adds a piece and returns the length of its block before it. */
    grow: (delta: Omit<Delta, 'offset'>): number => {
      const blocks = messages.get(delta.eventId) ?? new Map<string, Block>()
      messages.set(delta.eventId, blocks)
      const key = `${delta.channel} ${delta.block}`
      const block = blocks.get(key)
      if (block === undefined) {
        const { channel, text, callId = null, toolName = '' } = delta
        blocks.set(key, { channel, text, callId, toolName })
        return 0
      }
      const offset = block.text.length
      block.text += delta.text
      return offset
    },
    discarded: (eventId: EventId): void => void messages.delete(eventId),
    toolStarted: (tool: LivePayload<'tool.started'>, startedAt: number): void =>
      void tools.set(tool.eventId, { ...tool, output: '', startedAt }),
    toolPrinted: (eventId: EventId, text: string): void => {
      const tool = tools.get(eventId)
      if (tool !== undefined) tool.output = (tool.output + text).slice(-KEPT_OUTPUT)
    },
    /** A stored event replaces what was under way for it. */
    stored: (event: DurableEvent): void => {
      messages.delete(event.id)
      tools.delete(event.id)
    },
    messages: (): InflightMessage[] =>
      [...messages].map(([eventId, blocks]) => ({ eventId, parts: [...blocks.values()].map(partOf) })),
    tools: (): InflightTool[] => [...tools.values()].map((tool) => ({ ...tool })),
    /** Forgets everything: nothing of a run that ended can still be under way. */
    clear: (): void => {
      messages.clear()
      tools.clear()
    },
    isEmpty: (): boolean => messages.size === 0 && tools.size === 0,
  }
}

export type Inflight = ReturnType<typeof createInflight>

/** A call that is still being written shows its arguments as the raw text so far. */
function partOf(block: Block): Part {
  switch (block.channel) {
    case 'text':
      return { t: 'text', text: block.text }
    case 'reasoning':
      return { t: 'reasoning', text: block.text }
    case 'tool_args':
      return {
        t: 'tool_call',
        callId: block.callId ?? ('pending' as CallId),
        name: block.toolName,
        args: block.text,
      }
    default:
      return never(block.channel)
  }
}
