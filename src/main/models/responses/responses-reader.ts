import type { StopReason, Usage } from '#shared/session/message.ts'
import { NO_USAGE } from '#shared/session/usage.ts'
import type { AnswerReader } from '../http-model.ts'
import type { ModelChunk } from '../model.ts'
import { phaseReplay, reasoningReplay } from './responses-replay.ts'

type Loose = Record<string, unknown>
type Item =
  | { readonly kind: 'text'; readonly block: number; isWritten: boolean }
  | { readonly kind: 'reasoning'; readonly block: number; isWritten: boolean; part: unknown }
  | { readonly kind: 'call'; readonly callId: string; isWritten: boolean }

export type ResponsesReaderDeps = {
  readonly provider: string
  /** Call ids of the conversation: compatible servers sometimes repeat them. */
  readonly taken: ReadonlySet<string>
  readonly newCallId: () => string
}

/** Reads the events of one answer of the Responses API. Unknown events and items are passed over. */
export function createResponsesReader(deps: ResponsesReaderDeps): AnswerReader {
  const items = new Map<unknown, Item>()
  const used = new Set<string>(deps.taken)
  let events = 0
  let calls = 0
  let ending: Ending | null = null

  const openItem = (index: unknown, item: Loose, out: ModelChunk[]): Item | null => {
    const known = items.get(index)
    if (known !== undefined) return known
    const opened = itemOf(item)
    if (opened === null) return null
    items.set(index, opened)
    if (opened.kind === 'call') {
      const name = typeof item['name'] === 'string' ? item['name'] : ''
      out.push({ t: 'tool_args', callId: opened.callId, name, text: '' })
    }
    return opened
  }

  const itemOf = ({ type, call_id: id }: Loose): Item | null => {
    if (type === 'message') return { kind: 'text', block: items.size, isWritten: false }
    if (type === 'reasoning') return { kind: 'reasoning', block: items.size, isWritten: false, part: undefined }
    if (type !== 'function_call') return null
    const callId = typeof id === 'string' && id !== '' && !used.has(id) ? id : deps.newCallId()
    used.add(callId)
    calls += 1
    return { kind: 'call', callId, isWritten: false }
  }

  const write = (item: Item | null, text: unknown, out: ModelChunk[]) => {
    if (item === null || typeof text !== 'string' || text === '') return
    item.isWritten = true
    if (item.kind === 'call') out.push({ t: 'tool_args', callId: item.callId, text })
    else out.push({ t: item.kind, block: item.block, text })
  }

  /** Parts of a summary are paragraphs. */
  const writeReasoning = (index: unknown, part: unknown, text: unknown, out: ModelChunk[]) => {
    const item = openItem(index, { type: 'reasoning' }, out)
    if (item?.kind !== 'reasoning') return
    if (item.isWritten && item.part !== part) write(item, '\n\n', out)
    item.part = part
    write(item, text, out)
  }

  const closeItem = (index: unknown, whole: Loose, out: ModelChunk[]) => {
    const item = openItem(index, whole, out)
    if (item === null) return
    if (!item.isWritten) writeWhole(item, whole, out)
    if (item.kind === 'reasoning') {
      const { id, encrypted_content: encrypted } = whole
      if (typeof id === 'string' && typeof encrypted === 'string') {
        if (!item.isWritten) out.push({ t: 'reasoning', block: item.block, text: '' })
        out.push({ t: 'replay', block: item.block, opaque: reasoningReplay(deps.provider, id, encrypted) })
      }
    } else if (item.kind === 'text' && typeof whole['phase'] === 'string') {
      out.push({ t: 'replay', block: item.block, opaque: phaseReplay(deps.provider, whole['phase']) })
    }
  }

  /** Some compatible servers send finished items only. */
  const writeWhole = (item: Item, whole: Loose, out: ModelChunk[]) => {
    if (item.kind === 'call') write(item, whole['arguments'], out)
    else if (item.kind === 'text') write(item, textsIn(whole['content'], ''), out)
    else write(item, textsIn(whole['summary'], '\n\n'), out)
  }

  return {
    read: (event, out) => {
      if (!isLoose(event)) return
      events += 1
      const { output_index: index, item, delta, response } = event
      switch (event['type']) {
        case 'response.output_item.added':
          if (isLoose(item)) openItem(index, item, out)
          return
        case 'response.output_text.delta':
        case 'response.refusal.delta':
          write(openItem(index, { type: 'message' }, out), delta, out)
          return
        case 'response.reasoning_summary_text.delta':
          writeReasoning(index, event['summary_index'], delta, out)
          return
        case 'response.reasoning_text.delta':
          writeReasoning(index, event['content_index'], delta, out)
          return
        case 'response.function_call_arguments.delta':
          write(items.get(index) ?? null, delta, out)
          return
        case 'response.output_item.done':
          if (isLoose(item)) closeItem(index, item, out)
          return
        case 'response.completed':
        case 'response.incomplete':
          if (isLoose(response)) ending = endingOf(response, items, closeItem, out)
          return
        default:
          // A server that ignores `stream` sends the whole response.
          if (event['object'] === 'response') ending = endingOf(event, items, closeItem, out)
      }
    },
    end: (out) =>
      void out.push({ t: 'end', stop: stopOf(ending?.reason ?? null, calls), usage: ending?.usage ?? NO_USAGE }),
    isEmpty: () => events === 0,
    isFinished: () => ending !== null,
    isWithheld: () => ending?.reason === 'content_filter',
  }
}

type Ending = { readonly reason: string | null; readonly usage: Usage }

/** Items that no event of their own has told of are in the final response. */
function endingOf(
  response: Loose,
  items: ReadonlyMap<unknown, Item>,
  closeItem: (index: unknown, item: Loose, out: ModelChunk[]) => void,
  out: ModelChunk[],
): Ending {
  const output: readonly unknown[] = Array.isArray(response['output']) ? response['output'] : []
  if (items.size === 0) for (const [index, item] of output.entries()) if (isLoose(item)) closeItem(index, item, out)
  const details = response['incomplete_details']
  const reason = isLoose(details) && typeof details['reason'] === 'string' ? details['reason'] : null
  return { reason, usage: usageOf(response['usage']) }
}

/** `input_tokens` includes what the cache served or stored here, and does not in ours. */
function usageOf(told: unknown): Usage {
  if (!isLoose(told)) return NO_USAGE
  const ins = isLoose(told['input_tokens_details']) ? told['input_tokens_details'] : {}
  const outs = isLoose(told['output_tokens_details']) ? told['output_tokens_details'] : {}
  const cacheRead = count(ins['cached_tokens']) ?? 0
  const cacheWrite = count(ins['cache_write_tokens']) ?? 0
  const reasoning = count(outs['reasoning_tokens'])
  return {
    input: Math.max(0, (count(told['input_tokens']) ?? 0) - cacheRead - cacheWrite),
    output: count(told['output_tokens']) ?? 0,
    ...{ cacheRead, cacheWrite },
    ...(reasoning === null ? {} : { reasoning }),
  }
}

function textsIn(parts: unknown, between: string): string {
  if (!Array.isArray(parts)) return ''
  return parts.map((part) => (isLoose(part) ? (part['text'] ?? part['refusal'] ?? '') : '')).join(between)
}

function stopOf(reason: string | null, calls: number): StopReason {
  if (reason === 'max_output_tokens') return 'length'
  return calls > 0 ? 'tool_calls' : 'stop'
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null
}
