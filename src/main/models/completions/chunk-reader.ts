import type { StopReason, Usage } from '#shared/session/message.ts'
import { NO_USAGE } from '#shared/session/usage.ts'
import { isLoose, type Loose } from '../http/loose.ts'
import type { ModelChunk } from '../model.ts'
import { createThinkTags, type Separated } from './think-tags.ts'
import { usageOf } from './usage.ts'
import { createWireCalls, type WireCallsDeps } from './wire-calls.ts'

export type ChunkReaderDeps = WireCallsDeps

/**
 * Reads the chunks of one streamed answer. The chunks come from other people's servers, so every field is
 * looked at before it is used; nothing here copies or grows with the answer, since this runs for every token.
 */
export function createChunkReader(deps: ChunkReaderDeps) {
  const calls = createWireCalls(deps)
  const words = createWords()
  let finish: string | null = null
  let usage: Usage | null = null
  let chunks = 0
  let failure: unknown = null
  const details: Loose[] = []

  const delta = (piece: Loose, out: ModelChunk[]) => {
    words.reason(reasoningIn(piece), out)
    const content = piece['content']
    if (isText(content)) words.say(content, out)
    else if (Array.isArray(content)) for (const part of content) addPart(part, out)
    if (isText(piece['refusal'])) words.say(piece['refusal'], out)
    if (Array.isArray(piece['reasoning_details'])) addDetails(details, piece['reasoning_details'])
    const made = callsIn(piece)
    if (made.length > 0) words.interrupt(out)
    for (const call of made) calls.read(call, out)
  }

  /** Mistral sends its reasoning as a part of the content that holds parts itself. */
  const addPart = (part: unknown, out: ModelChunk[]) => {
    if (!isLoose(part)) return
    const thought = part['thinking']
    if (Array.isArray(thought)) words.reason(thought.map(textIn).join(''), out)
    else if (isText(thought)) words.reason(thought, out)
    else words.say(textIn(part), out)
  }

  return {
    /** Adds what a chunk says to `out`. */
    read: (chunk: unknown, out: ModelChunk[]): void => {
      if (!isLoose(chunk)) return
      chunks += 1
      if (chunk['usage'] !== undefined && chunk['usage'] !== null) usage = usageOf(chunk['usage']) ?? usage
      const choices = chunk['choices']
      const choice: unknown = Array.isArray(choices) ? choices[0] : undefined
      if (!isLoose(choice)) return
      // A server that ignores `stream` sends the whole message at once.
      const piece = choice['delta'] ?? choice['message']
      if (isLoose(piece)) delta(piece, out)
      const reason = choice['finish_reason']
      if (isText(reason) && reason !== '') finish = reason
      const error = choice['error']
      if (error !== undefined && error !== null && error !== false) failure = error
      else if (finish === 'error') failure ??= {}
    },
    /** The last chunks of a complete answer. */
    end: (out: ModelChunk[]): void => {
      words.interrupt(out)
      if (details.length > 0) out.push({ t: 'replay', opaque: { provider: deps.provider, data: details } })
      out.push({ t: 'end', stop: stopOf(finish, calls.count()), usage: usage ?? NO_USAGE })
    },
    /** Adds the text that is held back to an answer that broke off. */
    breakOff: (out: ModelChunk[]): void => words.interrupt(out),
    empty: () => chunks === 0,
    /** True once the server gave a reason why the answer ended. Usage is none: some send it with every piece. */
    finished: () => finish !== null,
    filtered: () => finish === 'content_filter',
    /** Returns the server's error for an answer that failed inside the stream; null for none. */
    failure: (): unknown => failure,
    counted: () => usage,
  }
}

/** The fields in which servers send reasoning. A server may send several of them, all but one empty. */
const REASONING = ['reasoning_content', 'reasoning', 'reasoning_text'] as const

function reasoningIn(piece: Loose): string {
  const { reasoning_content: content, reasoning, reasoning_text: text } = piece
  if (content === undefined && reasoning === undefined && text === undefined) return ''
  for (const field of REASONING) {
    const text = piece[field]
    if (isText(text) && text !== '') return text
  }
  return ''
}

/** Numbers the blocks of an answer, and tells reasoning from words. */
function createWords() {
  const tags = createThinkTags()
  const separated: Separated[] = []
  let block = -1
  let channel = ''

  const add = (t: 'text' | 'reasoning', text: string, out: ModelChunk[]) => {
    if (channel !== t) {
      channel = t
      block += 1
    }
    out.push({ t, block, text })
  }
  const addSeparated = (out: ModelChunk[]) => {
    for (const each of separated) {
      if (each.t !== 'text_is_reasoning') add(each.t, each.text, out)
      else {
        out.push(each)
        channel = ''
      }
    }
    separated.length = 0
  }
  const flush = (out: ModelChunk[]) => {
    tags.flush(separated)
    addSeparated(out)
  }

  return {
    say: (text: string, out: ModelChunk[]): void => {
      if (text === '') return
      if (tags.passes(text)) {
        add('text', text, out)
        return
      }
      tags.read(text, separated)
      addSeparated(out)
    },
    reason: (text: string, out: ModelChunk[]): void => {
      if (text === '') return
      flush(out)
      tags.isSeparate()
      add('reasoning', text, out)
    },
    /** Something else than words follows, or nothing more. */
    interrupt: (out: ModelChunk[]): void => {
      flush(out)
      channel = 'call'
    },
  }
}

/** The calls of a piece, also in the form of the protocol before 2023-11. */
function callsIn(piece: Loose): Loose[] {
  if (Array.isArray(piece['tool_calls'])) return piece['tool_calls'].filter(isLoose)
  return isLoose(piece['function_call']) ? [{ index: 0, function: piece['function_call'] }] : NO_CALLS
}

const NO_CALLS: Loose[] = []

/** Puts streamed pieces of one detail together, so that what goes back with the next request stays small. */
function addDetails(details: Loose[], pieces: readonly unknown[]): void {
  for (const piece of pieces) {
    if (!isLoose(piece)) continue
    const last = details.at(-1)
    const goesOn = last !== undefined && last['type'] === piece['type'] && last['index'] === piece['index']
    const field = goesOn ? STREAMED.find((name) => isText(last[name]) && isText(piece[name])) : undefined
    if (last === undefined || field === undefined) details.push({ ...piece })
    else addPiece(last, piece, field)
  }
}

/** The fields of a detail that arrive in pieces. Encrypted data arrives whole. */
const STREAMED = ['text', 'summary'] as const

/** A later piece often leaves empty what an earlier one said, the signature for one. */
function addPiece(detail: Loose, piece: Loose, field: (typeof STREAMED)[number]): void {
  const said = Object.entries(piece).filter(([, value]) => value !== null && value !== undefined)
  Object.assign(detail, Object.fromEntries(said), { [field]: `${detail[field]}${piece[field]}` })
}

const isText = (value: unknown): value is string => typeof value === 'string'

function textIn(part: unknown): string {
  return isLoose(part) && typeof part['text'] === 'string' ? part['text'] : ''
}

/** Reasons that say that the answer reached a limit. */
const CUT = /^(?:length|max_tokens|max_output_tokens|model_length)$/i

/** Servers disagree about the reason after calls, so what was called counts more than what was said. */
function stopOf(finish: string | null, calls: number): StopReason {
  if (finish !== null && CUT.test(finish)) return 'length'
  return calls > 0 ? 'tool_calls' : 'stop'
}
