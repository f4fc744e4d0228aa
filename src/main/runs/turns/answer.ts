import type { LivePayload } from '#shared/events/event.ts'
import type { CallId, EventId } from '#shared/ids.ts'
import { never } from '#shared/never.ts'
import { parseJson } from '#shared/parse-json.ts'
import type { Opaque, Part, StopReason, Usage } from '#shared/session/message.ts'
import { NO_USAGE } from '#shared/session/usage.ts'
import type { ModelChunk } from '../../models/model.ts'
import type { WrittenCall } from '../calls/calls-ahead.ts'

type Piece = LivePayload<'message.delta'>
type Words = { t: 'text' | 'reasoning'; readonly block: number; text: string; replay?: Opaque }
type Call = {
  readonly t: 'tool_call'
  readonly block: number
  readonly callId: CallId
  name: string
  text: string
  replay?: Opaque
}
type Block = Words | Call

/** The storable parts of an answer. `partial` leaves out calls, which may be truncated. */
export type AnswerParts = { readonly whole: Part[]; readonly partial: Part[] }

/** Gathers the chunks of one answer into parts, and says of each chunk what is new to show. */
export function createAnswer(eventId: EventId) {
  const blocks: Block[] = []
  const calls = new Map<CallId, Call>()
  const words = new Map<string, Words>()
  // The words that grew last: the next chunk is nearly always of the same block, and is then found without a key.
  let newest: { readonly chunkBlock: number; readonly words: Words } | null = null
  let end: { stop: StopReason; usage: Usage } | null = null

  const wordsFor = (t: Words['t'], chunkBlock: number): Words => {
    if (newest?.chunkBlock === chunkBlock && newest.words.t === t) return newest.words
    const key = `${t} ${chunkBlock}`
    const found = words.get(key) ?? { t, block: blocks.length, text: '' }
    if (found.block === blocks.length) blocks.push(found)
    words.set(key, found)
    newest = { chunkBlock, words: found }
    return found
  }

  const callFor = (callId: CallId, name: string): Call => {
    const known = calls.get(callId)
    if (known !== undefined) {
      if (known.name === '') known.name = name
      return known
    }
    const call: Call = { t: 'tool_call', block: blocks.length, callId, name, text: '' }
    blocks.push(call)
    calls.set(callId, call)
    return call
  }

  return {
    /** Takes a chunk in. Answers with the piece to show, or null when there is nothing to see in it. */
    push: (chunk: ModelChunk): Piece | null => {
      switch (chunk.t) {
        case 'text':
        case 'reasoning': {
          const grown = wordsFor(chunk.t, chunk.block)
          const offset = grown.text.length
          grown.text += chunk.text
          return { eventId, channel: chunk.t, block: grown.block, offset, text: chunk.text }
        }
        case 'tool_args': {
          const { callId, name, text } = chunk
          const call = callFor(callId, name ?? '')
          const offset = call.text.length
          call.text += text
          const toolName = name === undefined ? {} : { toolName: name }
          return { eventId, channel: 'tool_args', block: call.block, offset, text, callId, ...toolName }
        }
        case 'text_is_reasoning':
          for (const each of blocks) if (each.t === 'text') each.t = 'reasoning'
          words.clear()
          newest = null
          return null
        case 'replay': {
          const { block, opaque } = chunk
          const signed =
            block === undefined ? undefined : (words.get(`reasoning ${block}`) ?? words.get(`text ${block}`))
          if (signed === undefined) attach(blocks, chunk)
          else signed.replay = opaque
          return null
        }
        case 'end':
          end = { stop: chunk.stop, usage: chunk.usage }
          return null
        default:
          return never(chunk)
      }
    },
    parts: (): AnswerParts => {
      const filled = blocks.filter(
        (block) => block.t === 'tool_call' || block.text !== '' || block.replay !== undefined,
      )
      return {
        whole: filled.map(partOf),
        partial: filled.filter((block) => block.t !== 'tool_call').map(partOf),
      }
    },
    /** The calls as far as they are written, in call order. */
    calls: (): readonly WrittenCall[] => blocks.filter((block) => block.t === 'tool_call'),
    /** Whether it has words that can be kept: text or reasoning. */
    hasWords: (): boolean => blocks.some((block) => block.t !== 'tool_call' && block.text.trim() !== ''),
    /** True while there is neither a word nor a call: reasoning that only its provider can read is no answer. */
    isEmpty: (): boolean => blocks.every((block) => block.t !== 'tool_call' && block.text === ''),
    hasText: (): boolean => blocks.some((block) => block.t === 'text' && block.text.trim() !== ''),
    /** Whether its end came, with what the server counted. */
    isWhole: (): boolean => end !== null,
    stop: (): StopReason | null => end?.stop ?? null,
    usage: (): Usage => end?.usage ?? NO_USAGE,
  }
}

export type Answer = ReturnType<typeof createAnswer>

function attach(blocks: Block[], chunk: ModelChunk & { t: 'replay' }): void {
  const target = blocks.findLast((block) =>
    chunk.callId === undefined
      ? block.t === 'reasoning'
      : block.t === 'tool_call' && block.callId === chunk.callId,
  )
  if (target !== undefined) target.replay = chunk.opaque
  // Encrypted reasoning without a word of text: it was thought before anything was said.
  else if (chunk.callId === undefined) {
    blocks.unshift({ t: 'reasoning', block: UNSHOWN, text: '', replay: chunk.opaque })
  }
}

/** The number of a block hidden from windows. */
const UNSHOWN = -1

function partOf(block: Block): Part {
  const replay = block.replay === undefined ? {} : { replay: block.replay }
  if (block.t === 'tool_call') {
    return { t: 'tool_call', callId: block.callId, name: block.name, args: argsOf(block.text), ...replay }
  }
  const { t, text } = block
  return { t, text, ...replay }
}

/** Arguments that are not JSON stay as text; the tool then says what is wrong with them. */
function argsOf(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}
