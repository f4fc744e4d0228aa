import type { StopReason, Usage } from '#shared/session/message.ts'
import { NO_USAGE } from '#shared/session/usage.ts'
import type { ModelChunk } from './model.ts'
import { usageOf } from './usage.ts'

type Loose = Record<string, unknown>
type Call = { readonly callId: string; readonly serverId: string; named: boolean }

export type ChunkReaderDeps = {
  readonly provider: string
  /** Call ids that are taken: some servers count from zero again with every answer. */
  readonly taken: ReadonlySet<string>
  readonly newCallId: () => string
}

/**
 * Reads the chunks of one streamed answer. The chunks come from other people's servers, so every field is
 * looked at before it is used; nothing here copies or grows with the answer, since this runs for every token.
 */
export function createChunkReader(deps: ChunkReaderDeps) {
  const calls = createCalls(deps)
  let block = -1
  let channel = ''
  let finish: string | null = null
  let usage: Usage | null = null
  let chunks = 0
  const details: Loose[] = []
  let refused = false

  const say = (t: 'text' | 'reasoning', text: string, out: ModelChunk[]) => {
    if (channel !== t) {
      channel = t
      block += 1
    }
    out.push({ t, block, text })
  }

  const delta = (piece: Loose, out: ModelChunk[]) => {
    const reasoning = piece['reasoning_content'] ?? piece['reasoning']
    if (typeof reasoning === 'string' && reasoning !== '') say('reasoning', reasoning, out)
    const content = piece['content']
    if (typeof content === 'string') {
      if (content !== '') say('text', content, out)
    } else if (Array.isArray(content)) say('text', content.map(textIn).join(''), out)
    if (typeof piece['refusal'] === 'string' && piece['refusal'] !== '') say('text', piece['refusal'], out)
    if (Array.isArray(piece['reasoning_details'])) addDetails(details, piece['reasoning_details'])
    if (!Array.isArray(piece['tool_calls'])) return
    channel = 'call'
    for (const call of piece['tool_calls']) if (isLoose(call)) calls.read(call, out)
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
      if (typeof reason === 'string' && reason !== '') {
        finish = reason
        refused = reason === 'content_filter'
      }
    },
    /** The last chunks of a complete answer. */
    end: (out: ModelChunk[]): void => {
      if (details.length > 0) out.push({ t: 'replay', opaque: { provider: deps.provider, data: details } })
      out.push({ t: 'end', stop: stopOf(finish, calls.count()), usage: usage ?? NO_USAGE })
    },
    empty: () => chunks === 0,
    /** True once the server gave a reason why the answer ended. Usage is none: some send it with every piece. */
    finished: () => finish !== null,
    filtered: () => refused,
  }
}

function createCalls(deps: ChunkReaderDeps) {
  const byIndex = new Map<number, Call>()
  const used = new Set<string>(deps.taken)
  let last = -1

  const open = (index: number, serverId: string): Call => {
    const good = serverId !== '' && serverId.length <= 200 && !used.has(serverId)
    const call: Call = { callId: good ? serverId : deps.newCallId(), serverId, named: false }
    used.add(call.callId)
    byIndex.set(index, call)
    last = index
    return call
  }

  /** Some servers leave the index out, and some give every call the index 0; then the id tells them apart. */
  const find = (raw: Loose): Call => {
    const id = typeof raw['id'] === 'string' ? raw['id'] : ''
    const index = typeof raw['index'] === 'number' ? raw['index'] : null
    if (index === null) {
      const same = id === '' ? continued(raw) : [...byIndex.values()].find((call) => call.serverId === id)
      return same ?? open(byIndex.size, id)
    }
    const known = byIndex.get(index)
    if (known === undefined) return open(index, id)
    if (id === '' || known.serverId === '' || known.serverId === id) return known
    return [...byIndex.values()].find((call) => call.serverId === id) ?? replace(index, known, id)
  }

  /** Without index and id, a name begins a call and everything else goes on with the last one. */
  const continued = (raw: Loose): Call | undefined => {
    const known = byIndex.get(last)
    const begins = isLoose(raw['function']) && typeof raw['function']['name'] === 'string'
    return known?.named === true && begins ? undefined : known
  }

  const replace = (index: number, known: Call, id: string): Call => {
    byIndex.set(-byIndex.size - 1, known)
    return open(index, id)
  }

  return {
    read: (raw: Loose, out: ModelChunk[]): void => {
      const call = find(raw)
      const made = isLoose(raw['function']) ? raw['function'] : {}
      const name = made['name']
      const text = argumentText(made['arguments'])
      const says = !call.named && typeof name === 'string' && name !== ''
      if (says) {
        call.named = true
        out.push({ t: 'tool_args', callId: call.callId, name, text })
      } else if (text !== '') out.push({ t: 'tool_args', callId: call.callId, text })
      const extra = raw['extra_content']
      if (isLoose(extra)) {
        out.push({ t: 'replay', callId: call.callId, opaque: { provider: deps.provider, data: extra } })
      }
    },
    count: () => byIndex.size,
  }
}

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

function argumentText(value: unknown): string {
  if (typeof value === 'string') return value
  return isLoose(value) ? JSON.stringify(value) : ''
}

function textIn(part: unknown): string {
  return isLoose(part) && typeof part['text'] === 'string' ? part['text'] : ''
}

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null
}

/** Servers disagree about the reason after calls, so what was called counts more than what was said. */
function stopOf(finish: string | null, calls: number): StopReason {
  if (finish === 'length') return 'length'
  return calls > 0 ? 'tool_calls' : 'stop'
}
