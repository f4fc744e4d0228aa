import type { StopReason, Usage } from '#shared/session/message.ts'
import { billedIn } from '../completions/billed.ts'
import { isLoose, type Loose, tokensIn } from '../http/loose.ts'
import type { ModelChunk } from '../model.ts'
import type { AnswerReader } from '../protocol/protocol.ts'
import { redactedReplay, signatureReplay } from './anthropic-replay.ts'

type Block =
  | { readonly kind: 'text' | 'reasoning'; readonly number: number }
  | { readonly kind: 'call'; readonly callId: string }

export type AnthropicReaderDeps = {
  readonly provider: string
  /** Call ids of the conversation: compatible servers sometimes repeat them. */
  readonly taken: ReadonlySet<string>
  readonly newCallId: () => string
}

/** Reads the events of one answer of the Messages API. Unknown events and blocks are passed over. */
export function createAnthropicReader(deps: AnthropicReaderDeps): AnswerReader {
  const blocks = new Map<unknown, Block>()
  const used = new Set<string>(deps.taken)
  let events = 0
  let calls = 0
  let stopReason: string | null = null
  let isFinished = false
  const usage = createUsage()

  const openCall = (index: unknown, { id, name, input }: Loose, out: ModelChunk[]) => {
    const callId = typeof id === 'string' && id !== '' && !used.has(id) ? id : deps.newCallId()
    used.add(callId)
    calls += 1
    blocks.set(index, { kind: 'call', callId })
    // Some compatible servers send the whole input with the start.
    const whole = isLoose(input) && Object.keys(input).length > 0 ? JSON.stringify(input) : ''
    out.push({ t: 'tool_args', callId, name: typeof name === 'string' ? name : '', text: whole })
  }

  const openBlock = (index: unknown, block: Loose, out: ModelChunk[]) => {
    if (block['type'] === 'tool_use') return openCall(index, block, out)
    const number = blocks.size
    if (block['type'] === 'redacted_thinking' && typeof block['data'] === 'string') {
      blocks.set(index, { kind: 'reasoning', number })
      out.push({ t: 'reasoning', block: number, text: '' })
      out.push({ t: 'replay', block: number, opaque: redactedReplay(deps.provider, block['data']) })
      return
    }
    const kind = KINDS[String(block['type'])]
    if (kind === undefined) return
    blocks.set(index, { kind, number })
    const text = block[kind === 'text' ? 'text' : 'thinking']
    if (typeof text === 'string' && text !== '') out.push({ t: kind, block: number, text })
    addSignature(number, block['signature'], out)
  }

  const addSignature = (number: number, signature: unknown, out: ModelChunk[]) => {
    if (typeof signature !== 'string' || signature === '') return
    out.push({ t: 'replay', block: number, opaque: signatureReplay(deps.provider, signature) })
  }

  const addDelta = (block: Block, delta: Loose, out: ModelChunk[]) => {
    if (block.kind === 'call') {
      const text = delta['partial_json']
      if (typeof text === 'string' && text !== '') out.push({ t: 'tool_args', callId: block.callId, text })
      return
    }
    const text = delta[block.kind === 'text' ? 'text' : 'thinking']
    if (typeof text === 'string' && text !== '') out.push({ t: block.kind, block: block.number, text })
    addSignature(block.number, delta['signature'], out)
  }

  return {
    read: (event, out) => {
      if (!isLoose(event)) return
      events += 1
      const { index, content_block: opened, delta, message } = event
      switch (event['type']) {
        case 'message_start':
          if (isLoose(message)) usage.read(message['usage'])
          return
        case 'content_block_start':
          if (isLoose(opened)) openBlock(index, opened, out)
          return
        case 'content_block_delta': {
          const block = blocks.get(index)
          if (block !== undefined && isLoose(delta)) addDelta(block, delta, out)
          return
        }
        case 'message_delta':
          usage.read(event['usage'])
          if (isLoose(delta) && typeof delta['stop_reason'] === 'string') stopReason = delta['stop_reason']
          return
        case 'message_stop':
          isFinished = true
          return
        case 'message':
          readWhole(event, out)
          return
        default:
      }
    },
    end: (out) => void out.push({ t: 'end', stop: stopOf(stopReason, calls), usage: usage.whole() }),
    breakOff: () => {},
    failure: () => null,
    empty: () => events === 0,
    finished: () => isFinished || stopReason !== null,
    filtered: () => stopReason === 'refusal',
    counted: usage.soFar,
  }

  /** A server that ignores `stream` sends the whole message. */
  function readWhole({ content, usage: told, stop_reason: reason }: Loose, out: ModelChunk[]): void {
    const parts: readonly unknown[] = Array.isArray(content) ? content : []
    for (const [index, block] of parts.entries()) if (isLoose(block)) openBlock(index, block, out)
    usage.read(told)
    stopReason = typeof reason === 'string' ? reason : 'end_turn'
  }
}

const KINDS: Readonly<Record<string, 'text' | 'reasoning'>> = { text: 'text', thinking: 'reasoning' }

/** Counts of the Messages API. Later counts replace earlier ones; input excludes what the cache served or stored. */
function createUsage() {
  const counts = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
  let reasoning: number | null = null
  let hour = 0
  let billed: Pick<Usage, 'cost'> = {}
  let isRead = false
  const whole = (): Usage => ({
    ...counts,
    ...(hour === 0 ? {} : { cacheWrite1h: hour }),
    ...(reasoning === null ? {} : { reasoning }),
    ...billed,
  })
  return {
    read: (told: unknown): void => {
      if (!isLoose(told)) return
      isRead = true
      counts.input = tokensIn(told['input_tokens']) ?? counts.input
      counts.output = tokensIn(told['output_tokens']) ?? counts.output
      counts.cacheRead = tokensIn(told['cache_read_input_tokens']) ?? counts.cacheRead
      counts.cacheWrite = tokensIn(told['cache_creation_input_tokens']) ?? counts.cacheWrite
      const stored = told['cache_creation']
      hour = (isLoose(stored) ? tokensIn(stored['ephemeral_1h_input_tokens']) : null) ?? hour
      billed = { ...billed, ...billedIn(told) }
      const details = told['output_tokens_details']
      reasoning = (isLoose(details) ? tokensIn(details['thinking_tokens']) : null) ?? reasoning
    },
    whole,
    soFar: (): Usage | null => (isRead ? whole() : null),
  }
}

function stopOf(reason: string | null, calls: number): StopReason {
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'length'
  return calls > 0 ? 'tool_calls' : 'stop'
}
