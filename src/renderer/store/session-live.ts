import type { InflightMessage, InflightTool, ModelLoading } from '#shared/events/delivery.ts'
import type { DurableEvent, LiveEvent, LivePayload } from '#shared/events/event.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { Part } from '#shared/session/message.ts'

/** A request that failed and will be tried again `delayMs` after `at`. */
export type Retry = LivePayload<'request.retry'> & { readonly at: number }

/** Transient state: streaming answers and running tools. A stored event replaces each of them. */
export type LiveState = {
  readonly inflight: readonly InflightMessage[]
  readonly tools: readonly InflightTool[]
  readonly retry: Retry | null
  readonly loading: ModelLoading | null
}

export const NOTHING_LIVE: LiveState = { inflight: [], tools: [], retry: null, loading: null }

/** Only the end of a running tool's output is kept here; the whole is stored when it ends. */
const OUTPUT_KEPT = 64 * 1024

/** Follows a report of progress. `null`: a piece before this one is missing. */
export function followLive(live: LiveState, event: LiveEvent): LiveState | null {
  switch (event.kind) {
    case 'message.start':
      return started(live, event.payload)
    case 'message.delta':
      return extended(live, event.payload)
    case 'message.discarded':
      return { ...live, inflight: without(live.inflight, event.payload.eventId) }
    case 'tool.started':
      return { ...live, tools: [...live.tools, beginning(event)] }
    case 'tool.progress':
      return { ...live, tools: live.tools.map((tool) => printed(tool, event.payload)) }
    case 'tool.ended':
      return { ...live, tools: live.tools.map((tool) => over(tool, event.payload)) }
    case 'request.retry':
      return { ...live, retry: { ...event.payload, at: event.ts } }
    case 'model.loading': {
      const { label } = event.payload
      return { ...live, loading: label === null ? null : { label, since: event.ts } }
    }
    default:
      return live
  }
}

/** A stored fact ends what it replaces. */
export function settleLive(live: LiveState, event: DurableEvent, anyRunLeft: boolean): LiveState {
  if (event.kind === 'message') {
    const inflight = without(live.inflight, event.id)
    const tools = without(live.tools, event.id)
    if (inflight === live.inflight && tools === live.tools) return live
    return { ...live, inflight, tools, retry: null }
  }
  const ended = event.kind === 'run.status' && isTerminal(event.payload.to)
  return ended && !anyRunLeft ? NOTHING_LIVE : live
}

function started(live: LiveState, { eventId, role }: LivePayload<'message.start'>): LiveState {
  if (live.inflight.some((message) => message.eventId === eventId)) return live
  const message: InflightMessage = { eventId, parts: [], ...(role === 'summary' ? { summary: true } : {}) }
  return { ...live, retry: null, loading: null, inflight: [...live.inflight, message] }
}

function extended(live: LiveState, delta: LivePayload<'message.delta'>): LiveState | null {
  const message = live.inflight.find((entry) => entry.eventId === delta.eventId)
  if (message === undefined || delta.block > message.parts.length) return null
  const known = message.parts[delta.block]
  const text = known === undefined ? '' : textOf(known)
  if (delta.offset > text.length) return null
  const fresh = delta.text.slice(text.length - delta.offset)
  if (fresh === '' && known !== undefined) return live
  const parts = message.parts.slice()
  parts[delta.block] = partOf(delta, text + fresh, known)
  const inflight = live.inflight.map((entry) => (entry === message ? { ...message, parts } : entry))
  return { ...live, retry: null, inflight }
}

/** Only the first piece of a call has to name its tool. */
function partOf(delta: LivePayload<'message.delta'>, text: string, known: Part | undefined): Part {
  if (delta.channel !== 'tool_args') return { t: delta.channel, text }
  const before = known?.t === 'tool_call' ? known : null
  return {
    t: 'tool_call',
    callId: delta.callId ?? before?.callId ?? 'pending',
    name: delta.toolName ?? before?.name ?? '',
    args: text,
  }
}

/** While they stream, the arguments of a call are the text that has arrived so far. */
function textOf(part: Part): string {
  if (part.t === 'text' || part.t === 'reasoning') return part.text
  return part.t === 'tool_call' && typeof part.args === 'string' ? part.args : ''
}

function beginning({ payload, ts }: LiveEvent & { kind: 'tool.started' }): InflightTool {
  return { ...payload, output: '', startedAt: ts, ended: null }
}

function over(tool: InflightTool, { eventId, durationMs, isError }: LivePayload<'tool.ended'>): InflightTool {
  return tool.eventId === eventId ? { ...tool, ended: { durationMs, isError } } : tool
}

function printed(tool: InflightTool, progress: LivePayload<'tool.progress'>): InflightTool {
  if (tool.eventId !== progress.eventId) return tool
  const output = progress.replace ?? tool.output + (progress.text ?? '')
  return { ...tool, output: output.slice(-OUTPUT_KEPT) }
}

function without<T extends { readonly eventId: string }>(list: readonly T[], eventId: string): readonly T[] {
  return list.some((entry) => entry.eventId === eventId)
    ? list.filter((entry) => entry.eventId !== eventId)
    : list
}
