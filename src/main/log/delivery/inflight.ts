import type { InflightMessage, InflightTool } from '#shared/events/delivery.ts'
import type { DurableEvent, LivePayload } from '#shared/events/event.ts'
import type { CallId, EventId, RunId } from '#shared/ids.ts'
import { never } from '#shared/never.ts'
import type { Part } from '#shared/session/message.ts'

type Delta = LivePayload<'message.delta'>
type Block = {
  readonly eventId: EventId
  readonly channel: Delta['channel']
  readonly block: number
  text: string
  callId: CallId | null
  toolName: string
}
type Tool = {
  eventId: EventId
  callId: CallId
  toolName: string
  args: unknown
  output: string
  startedAt: number
  ended: InflightTool['ended']
}

/** The longest tail of a running tool's output that is kept for a window that attaches late. */
const KEPT_OUTPUT = 64_000

/**
 * Tracks unstored activity of one session: streaming answers and running tools. A window that attaches midway
 * needs it.
 */
export function createInflight() {
  const messages = new Map<EventId, Map<string, Block>>()
  const summaries = new Set<EventId>()
  const tools = new Map<EventId, Tool>()
  // The run behind each id, so that no entry outlives its run.
  const owners = new Map<EventId, RunId>()
  // The block that grew last: the next piece is nearly always of the same, and is then found without a key.
  let newest: Block | null = null

  const find = (delta: Omit<Delta, 'offset'>): Block | null => {
    const { eventId, channel, block } = delta
    if (newest?.eventId === eventId && newest.channel === channel && newest.block === block) return newest
    return messages.get(eventId)?.get(`${channel} ${block}`) ?? null
  }
  const open = (delta: Omit<Delta, 'offset'>): Block => {
    const { eventId, channel, block, callId = null, toolName = '' } = delta
    const blocks = messages.get(eventId) ?? new Map<string, Block>()
    messages.set(eventId, blocks)
    const opened: Block = { eventId, channel, block, text: '', callId, toolName }
    blocks.set(`${channel} ${block}`, opened)
    return opened
  }
  const forget = (eventId: EventId): void => {
    messages.delete(eventId)
    summaries.delete(eventId)
    tools.delete(eventId)
    owners.delete(eventId)
    if (newest?.eventId === eventId) newest = null
  }
  const own = (eventId: EventId, runId: RunId | undefined): void => {
    if (runId !== undefined) owners.set(eventId, runId)
  }

  return {
    started: ({ eventId, role }: LivePayload<'message.start'>, runId: RunId | undefined): void => {
      forget(eventId)
      messages.set(eventId, new Map())
      if (role === 'summary') summaries.add(eventId)
      own(eventId, runId)
    },
    /** Adds a piece and returns the length of its block before it. */
    grow: (delta: Omit<Delta, 'offset'>): number => {
      newest = find(delta) ?? open(delta)
      const offset = newest.text.length
      newest.text += delta.text
      return offset
    },
    discarded: forget,
    toolStarted: (tool: LivePayload<'tool.started'>, startedAt: number, runId: RunId | undefined): void => {
      tools.set(tool.eventId, { ...tool, output: '', startedAt, ended: null })
      own(tool.eventId, runId)
    },
    toolPrinted: ({ eventId, text, replace }: LivePayload<'tool.progress'>): void => {
      const tool = tools.get(eventId)
      if (tool !== undefined) tool.output = (replace ?? tool.output + (text ?? '')).slice(-KEPT_OUTPUT)
    },
    toolEnded: ({ eventId, durationMs, isError }: LivePayload<'tool.ended'>): void => {
      const tool = tools.get(eventId)
      if (tool !== undefined) tool.ended = { durationMs, isError }
    },
    /** A stored event replaces what was under way for it. */
    stored: (event: DurableEvent): void => forget(event.id),
    messages: (): InflightMessage[] =>
      [...messages].map(([eventId, blocks]) => ({
        eventId,
        parts: [...blocks.values()].map(partOf),
        ...(summaries.has(eventId) ? { summary: true } : {}),
      })),
    tools: (): InflightTool[] => [...tools.values()].map((tool) => ({ ...tool })),
    /** Forgets what a run that has ended left behind: it was written off while it still spoke. */
    runEnded: (runId: RunId): void => {
      for (const [eventId, owner] of owners) if (owner === runId) forget(eventId)
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
