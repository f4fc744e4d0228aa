import type { StopReason, Usage } from '#shared/session/message.ts'
import { NO_USAGE } from '#shared/session/usage.ts'
import { billedIn } from '../completions/billed.ts'
import { isLoose, type Loose, tokensIn } from '../http/loose.ts'
import type { ModelChunk } from '../model.ts'
import type { AnswerReader } from '../protocol/protocol.ts'
import { phaseReplay, reasoningReplay } from './responses-replay.ts'

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
  const items = createItems(deps)
  let events = 0
  let failure: unknown = null
  let ending: Ending | null = null

  const finish = (response: Loose, out: ModelChunk[]) => {
    const output: unknown = response['output']
    // Items that no event of their own told of are in the final response.
    if (items.isEmpty() && Array.isArray(output)) {
      for (const [index, item] of output.entries()) if (isLoose(item)) items.close(index, item, out)
    }
    ending = endingOf(response)
  }

  return {
    read: (event, out) => {
      if (!isLoose(event)) return
      events += 1
      const { output_index: index, item, delta, response } = event
      switch (event['type']) {
        case 'response.output_text.delta':
        case 'response.refusal.delta':
          return items.write(items.at(index) ?? items.open(index, MESSAGE, out), delta, out)
        case 'response.reasoning_summary_text.delta':
          return items.writeReasoning(index, event['summary_index'], delta, out)
        case 'response.reasoning_text.delta':
          return items.writeReasoning(index, event['content_index'], delta, out)
        case 'response.function_call_arguments.delta':
          return items.write(items.at(index), delta, out)
        case 'response.output_item.added':
          if (isLoose(item)) items.open(index, item, out)
          return
        case 'response.output_item.done':
          if (isLoose(item)) items.close(index, item, out)
          return
        case 'response.failed':
          failure = (isLoose(response) ? response['error'] : null) ?? {}
          if (isLoose(response)) ending = endingOf(response)
          return
        case 'response.completed':
        case 'response.incomplete':
          if (isLoose(response)) finish(response, out)
          return
        default:
          // A server that ignores `stream` sends the whole response.
          if (event['object'] === 'response') finish(event, out)
      }
    },
    end: (out) => {
      const { reason = null, usage = NO_USAGE } = ending ?? {}
      out.push({ t: 'end', stop: stopOf(reason, items.calls()), usage })
    },
    breakOff: () => {},
    failure: () => failure,
    empty: () => events === 0,
    finished: () => ending !== null,
    filtered: () => ending?.reason === 'content_filter',
    counted: () => (ending === null || ending.usage === NO_USAGE ? null : ending.usage),
  }
}

/** Items whose first delta came before they were announced. */
const MESSAGE: Loose = { type: 'message' }
const REASONING: Loose = { type: 'reasoning' }

/** The items of one answer by their index, and the chunks that each makes. */
function createItems(deps: ResponsesReaderDeps) {
  const items = new Map<unknown, Item>()
  const used = new Set<string>(deps.taken)
  let calls = 0

  const itemOf = ({ type, call_id: id }: Loose): Item | null => {
    if (type === 'message') return { kind: 'text', block: items.size, isWritten: false }
    if (type === 'reasoning')
      return { kind: 'reasoning', block: items.size, isWritten: false, part: undefined }
    if (type !== 'function_call') return null
    const callId = typeof id === 'string' && id !== '' && !used.has(id) ? id : deps.newCallId()
    used.add(callId)
    calls += 1
    return { kind: 'call', callId, isWritten: false }
  }

  const open = (index: unknown, item: Loose, out: ModelChunk[]): Item | null => {
    const opened = items.get(index) ?? itemOf(item)
    if (opened === null || items.has(index)) return opened
    items.set(index, opened)
    if (opened.kind === 'call') {
      const name = typeof item['name'] === 'string' ? item['name'] : ''
      out.push({ t: 'tool_args', callId: opened.callId, name, text: '' })
    }
    return opened
  }

  const write = (item: Item | null, text: unknown, out: ModelChunk[]): void => {
    if (item === null || typeof text !== 'string' || text === '') return
    item.isWritten = true
    if (item.kind === 'call') out.push({ t: 'tool_args', callId: item.callId, text })
    else out.push({ t: item.kind, block: item.block, text })
  }

  /** Some compatible servers send finished items only. */
  const writeWhole = (item: Item, whole: Loose, out: ModelChunk[]) => {
    if (item.kind === 'call') write(item, whole['arguments'], out)
    else if (item.kind === 'text') write(item, textsIn(whole['content'], ''), out)
    else write(item, textsIn(whole['summary'], '\n\n'), out)
  }

  const sign = (item: Item, { id, encrypted_content: encrypted, phase }: Loose, out: ModelChunk[]) => {
    if (item.kind === 'reasoning' && typeof id === 'string' && typeof encrypted === 'string') {
      if (!item.isWritten) out.push({ t: 'reasoning', block: item.block, text: '' })
      out.push({ t: 'replay', block: item.block, opaque: reasoningReplay(deps.provider, id, encrypted) })
    } else if (item.kind === 'text' && typeof phase === 'string') {
      out.push({ t: 'replay', block: item.block, opaque: phaseReplay(deps.provider, phase) })
    }
  }

  return {
    open,
    write,
    at: (index: unknown): Item | null => items.get(index) ?? null,
    /** Writes a piece of reasoning. Parts of it are paragraphs. */
    writeReasoning: (index: unknown, part: unknown, text: unknown, out: ModelChunk[]): void => {
      const item = items.get(index) ?? open(index, REASONING, out)
      if (item?.kind !== 'reasoning') return
      if (item.isWritten && item.part !== part) write(item, '\n\n', out)
      item.part = part
      write(item, text, out)
    },
    close: (index: unknown, whole: Loose, out: ModelChunk[]): void => {
      const item = open(index, whole, out)
      if (item === null) return
      if (!item.isWritten) writeWhole(item, whole, out)
      sign(item, whole, out)
    },
    calls: () => calls,
    isEmpty: () => items.size === 0,
  }
}

type Ending = { readonly reason: string | null; readonly usage: Usage }

function endingOf(response: Loose): Ending {
  const details = response['incomplete_details']
  const reason = isLoose(details) && typeof details['reason'] === 'string' ? details['reason'] : null
  return { reason, usage: usageOf(response['usage']) }
}

/** `input_tokens` includes what the cache served or stored here, and does not in ours. */
function usageOf(told: unknown): Usage {
  if (!isLoose(told)) return NO_USAGE
  const ins = isLoose(told['input_tokens_details']) ? told['input_tokens_details'] : {}
  const outs = isLoose(told['output_tokens_details']) ? told['output_tokens_details'] : {}
  const cacheRead = tokensIn(ins['cached_tokens']) ?? 0
  const cacheWrite = tokensIn(ins['cache_write_tokens']) ?? 0
  const reasoning = tokensIn(outs['reasoning_tokens'])
  return {
    input: Math.max(0, (tokensIn(told['input_tokens']) ?? 0) - cacheRead - cacheWrite),
    output: tokensIn(told['output_tokens']) ?? 0,
    cacheRead,
    cacheWrite,
    ...(reasoning === null ? {} : { reasoning }),
    ...billedIn(told),
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
