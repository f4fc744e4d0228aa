import type { DurableEvent } from '#shared/events/event.ts'
import type { BlobId } from '#shared/ids.ts'
import { ATTACHMENT } from '#shared/session/attachment.ts'
import type { Message, Part } from '#shared/session/message.ts'
import { textOf } from '#shared/session/message-words.ts'
import { snippedIn } from '#shared/session/snipped.ts'
import type { AgentLookup, AgentTranscript } from '../agent-transcripts.ts'

/** One piece of what a reader sees. */
export type Piece =
  | { readonly kind: 'text' | 'reasoning'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string; readonly mime: string; readonly blobId: BlobId }
  /** The text of an attached file. */
  | { readonly kind: 'attachment'; readonly name: string; readonly text: string }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly args: string
      /** Null when there is none. */
      readonly result: { readonly text: string; readonly isError: boolean } | null
      /** The conversation of the agent that the call started; null for none. */
      readonly agent: { readonly title: string; readonly entries: readonly Entry[] } | null
    }

/** One entry of the conversation. A note is side information of the app, or a summary. */
export type Entry = {
  readonly who: 'user' | 'assistant' | 'note'
  readonly at: number
  readonly model: string | null
  readonly pieces: readonly Piece[]
  /** True for what the person has left out of what the model reads. */
  readonly out: boolean
}

/**
 * Returns a branch for readers: each result with its call, and each agent's conversation with the call that
 * started it. Each agent appears once, whatever a foreign file says about its parent.
 */
export function conversationOf(path: readonly DurableEvent[], agentAt: AgentLookup): Entry[] {
  const told = new Set<AgentTranscript>()
  return entriesOf(path, (runId, callId) => {
    const said = agentAt(runId, callId)
    if (said === null || told.has(said)) return null
    told.add(said)
    return said
  })
}

function entriesOf(path: readonly DurableEvent[], agentAt: AgentLookup): Entry[] {
  const { events: out } = snippedIn(path)
  const entries: Entry[] = []
  for (const [index, event] of path.entries()) {
    const pieces = piecesOf(event, agentAt, resultsAfter(path, index))
    if (pieces.length === 0) continue
    const message = event.kind === 'message' ? event.payload.message : null
    const who = message?.role === 'user' ? 'user' : message === null ? 'note' : 'assistant'
    entries.push({ who, at: event.ts, model: message?.model ?? null, pieces, out: out.has(event.id) })
  }
  return entries
}

function piecesOf(event: DurableEvent, agentAt: AgentLookup, results: Results): Piece[] {
  if (event.kind === 'compact') return [{ kind: 'text', text: event.payload.summary }]
  if (event.kind === 'harness.item') {
    const { kind, visibility, content, attrs = {} } = event.payload
    if (kind === ATTACHMENT) return [{ kind, name: attrs['name'] ?? '', text: content }]
    return visibility === 'hidden' ? [] : [{ kind: 'text', text: content }]
  }
  if (event.kind !== 'message' || event.payload.message.role === 'tool') return []
  const agentOf = (callId: string) => {
    const said = agentAt(event.runId, callId)
    if (said === null) return null
    return { title: said.title, entries: entriesOf(said.path, agentAt) }
  }
  return event.payload.message.parts.flatMap((part) => partPieces(part, results, agentOf))
}

type Results = ReadonlyMap<string, { readonly text: string; readonly isError: boolean }>
type CalledAgent = Extract<Piece, { kind: 'call' }>['agent']

function partPieces(part: Part, results: Results, agentOf: (callId: string) => CalledAgent): Piece[] {
  switch (part.t) {
    case 'text':
      return part.text === '' ? [] : [{ kind: 'text', text: part.text }]
    case 'reasoning':
      return part.text === '' ? [] : [{ kind: 'reasoning', text: part.text }]
    case 'file':
      return [{ kind: 'file', name: part.name ?? part.mime, mime: part.mime, blobId: part.blobId }]
    case 'tool_call': {
      const args = JSON.stringify(part.args ?? null, null, 2)
      const result = results.get(part.callId) ?? null
      return [{ kind: 'call', name: part.name, args, result, agent: agentOf(part.callId) }]
    }
  }
}

/** Returns the results after an answer, up to the next message. */
function resultsAfter(path: readonly DurableEvent[], index: number): Results {
  const results = new Map<string, { text: string; isError: boolean }>()
  for (let at = index + 1; at < path.length; at += 1) {
    const event = path[at]
    if (event?.kind !== 'message') continue
    const { message } = event.payload
    if (message.role !== 'tool') break
    if (message.tool !== undefined) results.set(message.tool.callId, resultOf(message))
  }
  return results
}

function resultOf(message: Message): { text: string; isError: boolean } {
  return { text: textOf(message), isError: message.tool?.isError ?? false }
}
