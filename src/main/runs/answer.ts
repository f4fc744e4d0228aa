import type { LivePayload } from '#shared/events/event.ts'
import type { CallId, EventId } from '#shared/ids.ts'
import { never } from '#shared/never.ts'
import type { Opaque, Part, StopReason, Usage } from '#shared/session/message.ts'
import { NO_USAGE } from '#shared/session/usage.ts'
import type { ModelChunk } from '../models/model.ts'

type Piece = Omit<LivePayload<'message.delta'>, 'offset'>
type Block =
  | { t: 'text'; block: number; text: string; replay?: Opaque }
  | { t: 'reasoning'; block: number; text: string; replay?: Opaque }
  | { t: 'tool_call'; block: number; callId: CallId; name: string; text: string; replay?: Opaque }

/** What of an answer may be stored. `partial` leaves out calls, which may have been cut off while written. */
export type AnswerParts = { readonly whole: Part[]; readonly partial: Part[] }

/** Gathers the chunks of one answer into parts, and says of each chunk what is new to show. */
export function createAnswer(eventId: EventId) {
  const blocks: Block[] = []
  const byKey = new Map<string, Block>()
  let end: { stop: StopReason; usage: Usage } | null = null

  const blockFor = (key: string, make: (block: number) => Block): Block => {
    const known = byKey.get(key)
    if (known !== undefined) return known
    const block = make(blocks.length)
    blocks.push(block)
    byKey.set(key, block)
    return block
  }

  return {
    /** Takes a chunk in. Answers with the piece to show, or null when there is nothing to see in it. */
    push: (chunk: ModelChunk): Piece | null => {
      switch (chunk.t) {
        case 'text':
        case 'reasoning': {
          const block = blockFor(`${chunk.t} ${chunk.block}`, (at) => ({ t: chunk.t, block: at, text: '' }))
          block.text += chunk.text
          return { eventId, channel: chunk.t, block: block.block, text: chunk.text }
        }
        case 'tool_args': {
          const { callId } = chunk
          const name = chunk.name ?? ''
          const block = blockFor(`call ${callId}`, (at) => ({
            t: 'tool_call',
            block: at,
            callId,
            name,
            text: '',
          }))
          block.text += chunk.text
          if (block.t === 'tool_call' && block.name === '') block.name = name
          const toolName = chunk.name === undefined ? {} : { toolName: chunk.name }
          return { eventId, channel: 'tool_args', block: block.block, text: chunk.text, callId, ...toolName }
        }
        case 'replay':
          attach(blocks, chunk)
          return null
        case 'end':
          end = { stop: chunk.stop, usage: chunk.usage }
          return null
        default:
          return never(chunk)
      }
    },
    parts: (): AnswerParts => {
      const filled = blocks.filter((block) => block.t === 'tool_call' || block.text !== '')
      return {
        whole: filled.map(partOf),
        partial: filled.filter((block) => block.t !== 'tool_call').map(partOf),
      }
    },
    hasText: (): boolean => blocks.some((block) => block.t === 'text' && block.text.trim() !== ''),
    stop: (): StopReason | null => end?.stop ?? null,
    usage: (): Usage => end?.usage ?? NO_USAGE,
  }
}

export type Answer = ReturnType<typeof createAnswer>

function attach(blocks: readonly Block[], chunk: ModelChunk & { t: 'replay' }): void {
  const target = blocks.findLast((block) =>
    chunk.callId === undefined
      ? block.t === 'reasoning'
      : block.t === 'tool_call' && block.callId === chunk.callId,
  )
  if (target !== undefined) target.replay = chunk.opaque
}

function partOf(block: Block): Part {
  const replay = block.replay === undefined ? {} : { replay: block.replay }
  if (block.t === 'text') return { t: 'text', text: block.text }
  if (block.t === 'reasoning') return { t: 'reasoning', text: block.text, ...replay }
  return { t: 'tool_call', callId: block.callId, name: block.name, args: argsOf(block.text), ...replay }
}

/** Arguments that are not JSON stay as text; the tool then says what is wrong with them. */
function argsOf(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}
