import { isLoose, type Loose } from '../http/loose.ts'
import type { ModelChunk } from '../model.ts'

type Call = {
  readonly callId: string
  readonly serverId: string
  name: string
  text: string
  readonly isWhole: () => boolean
}

export type WireCallsDeps = {
  readonly provider: string
  /** Call ids that are taken: some servers count from zero again with every answer. */
  readonly taken: ReadonlySet<string>
  readonly newCallId: () => string
}

/**
 * Puts the streamed pieces of tool calls together. Servers leave out ids or indexes, or give every call the same ones;
 * then a piece with a name begins a new call once the arguments of the call before it are whole.
 */
export function createWireCalls(deps: WireCallsDeps) {
  const calls: Call[] = []
  const byIndex = new Map<number, Call>()
  const used = new Set<string>(deps.taken)
  let last = -1

  const open = (index: number, serverId: string): Call => {
    const good = serverId !== '' && serverId.length <= 200 && !used.has(serverId)
    const callId = good ? serverId : deps.newCallId()
    const call: Call = { callId, serverId, name: '', text: '', isWhole: createWholeness(() => call.text) }
    used.add(call.callId)
    calls.push(call)
    byIndex.set(index, call)
    last = index
    return call
  }

  const byId = (id: string): Call | undefined => calls.findLast((call) => call.serverId === id)

  /** The call a piece belongs to; null for a piece that repeats a whole call. */
  const find = (raw: Loose, made: Piece): Call | null => {
    const id = typeof raw['id'] === 'string' ? raw['id'] : ''
    const index = typeof raw['index'] === 'number' ? raw['index'] : null
    const known = index === null ? (id === '' ? byIndex.get(last) : byId(id)) : byIndex.get(index)
    if (known === undefined) return open(index ?? calls.length, id)
    const at = index ?? last
    if (id !== '' && known.serverId !== '' && known.serverId !== id) {
      const named = byId(id)
      return named === undefined ? open(at, id) : settled(named, made, at, id)
    }
    return settled(known, made, at, id)
  }

  const settled = (known: Call, made: Piece, at: number, id: string): Call | null => {
    const begins = beginsNext(known, made, id)
    if (begins === 'repeats') return null
    return begins === 'next' ? open(at, id) : known
  }

  return {
    read: (raw: Loose, out: ModelChunk[]): void => {
      const made = pieceOf(raw)
      const call = find(raw, made)
      if (call === null) return
      const isNamed = call.name === '' && made.name !== ''
      call.text += made.text
      if (isNamed) call.name = made.name
      if (isNamed) out.push({ t: 'tool_args', callId: call.callId, name: made.name, text: made.text })
      else if (made.text !== '') out.push({ t: 'tool_args', callId: call.callId, text: made.text })
      const extra = raw['extra_content']
      if (isLoose(extra)) {
        out.push({ t: 'replay', callId: call.callId, opaque: { provider: deps.provider, data: extra } })
      }
    },
    count: () => calls.length,
  }
}

type Piece = { readonly name: string; readonly text: string }

function pieceOf(raw: Loose): Piece {
  const made = isLoose(raw['function']) ? raw['function'] : {}
  const name = typeof made['name'] === 'string' ? made['name'] : ''
  return { name, text: argumentText(made['arguments']) }
}

/** Returns whether a chunk continues a call, begins the next one or repeats a whole call. */
function beginsNext(known: Call, made: Piece, id: string): 'goes on' | 'next' | 'repeats' {
  if (known.name === '' || made.name === '') return 'goes on'
  const isSameId = id !== '' && known.serverId === id
  const isSameName = made.name === known.name
  if (!known.isWhole()) return isSameName ? 'goes on' : 'next'
  if (isSameName && made.text.trim() === '') return 'repeats'
  return isSameId && isSameName && made.text === known.text ? 'repeats' : 'next'
}

/** Creates the check whether the JSON so far is complete. Each character is read once, on demand. */
function createWholeness(textOf: () => string): () => boolean {
  let at = 0
  let depth = 0
  let isBegun = false
  let isQuoted = false
  return () => {
    const text = textOf()
    for (; at < text.length; at += 1) {
      const letter = text[at]
      if (isQuoted) {
        if (letter === '\\') at += 1
        else if (letter === '"') isQuoted = false
      } else if (letter === '"') isQuoted = true
      else if (letter === '{' || letter === '[') depth += 1
      else if (letter === '}' || letter === ']') depth -= 1
      isBegun ||= letter?.trim() !== ''
    }
    return isBegun && depth <= 0 && !isQuoted
  }
}

function argumentText(value: unknown): string {
  if (typeof value === 'string') return value
  return isLoose(value) ? JSON.stringify(value) : ''
}
