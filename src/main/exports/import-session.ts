import { basename, extname } from 'node:path'
import type { InstructionSnapshot } from '#shared/context/instructions.ts'
import { AppError } from '#shared/errors.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { AgentId, BlobId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import { textOf } from '#shared/session/message-words.ts'
import type { TranscriptSource, TranscriptTaken } from '#shared/session/session-file.ts'
import type { NewId } from '../lib/ids.ts'
import { createClaudeReader } from './claude-code.ts'
import { createCodexReader } from './codex.ts'
import {
  type AgentHere,
  agentsIn,
  instructionsHere,
  type Place,
  placedSession,
  placedTranscript,
} from './placed.ts'
import { readLines } from './read-lines.ts'
import { createSessionReader, type SessionTaken } from './session-reader.ts'
import { closedCallsIn, settlingEvents } from './settle.ts'
import { sourceOf } from './source-of.ts'
import { createTakePicture } from './take-picture.ts'
import { pairCalls, type Transcript } from './transcript.ts'

type Deps = {
  readonly newId: NewId
  readonly publish: (sessionId: SessionId, events: readonly NewDurableEvent[]) => unknown
  readonly preview: (sessionId: SessionId, events: readonly NewDurableEvent[]) => readonly DurableEvent[]
  readonly putBytes: (bytes: Uint8Array, mime: string) => Promise<BlobId>
  /** Who an agent is in this project; the agent of new chats when it has none of that name. */
  readonly agentHere: (place: Place, agentId: AgentId) => Promise<AgentHere>
  readonly chatAgent: AgentId
  readonly snapshot: (place: Place, agentId: AgentId) => Promise<InstructionSnapshot>
  /** The beginning of a title, from the first words of a chat. */
  readonly titleOf: (text: string) => string
}

export type SessionImported = TranscriptTaken & { readonly sessionId: SessionId }

/** More is taken as far as here; the rest of the file is left. */
const MAX_ENTRIES = 100_000

type Reader = { readonly take: (json: unknown) => void | Promise<void>; readonly skip: () => void }
type Taken = Omit<TranscriptTaken, 'source'> & { readonly events: readonly NewDurableEvent[] }

/** Makes chats of files. What is in a file is data: nothing of it runs, and it grants nothing. */
export function createSessionImport(deps: Deps) {
  const { newId } = deps

  const own = async (path: string, place: Place, signal: AbortSignal): Promise<Taken> => {
    const reader = createSessionReader({ newId, maxEntries: MAX_ENTRIES, putBytes: deps.putBytes })
    await readAll(path, reader, signal)
    const taken = reader.end()
    if (taken === null || !hasHistory(taken)) throw noChat()
    const agents = new Map<AgentId, AgentHere>()
    for (const agentId of agentsIn(taken.events)) agents.set(agentId, await deps.agentHere(place, agentId))
    const events = placedSession(taken, place, agents)
    const settling = settlingEvents(deps.preview(newId('session'), events))
    const messages = taken.events.filter((event) => event.kind === 'message').length
    const { skipped, cut, leftOut } = taken
    const counted = {
      messages,
      skipped,
      cut,
      leftOut,
      asides: 0,
      unread: 0,
      closedCalls: closedCallsIn(settling),
    }
    return { events: [...events, ...settling], ...counted }
  }

  const foreign = async (
    path: string,
    place: Place,
    source: Exclude<TranscriptSource, 'orrery'>,
    signal: AbortSignal,
  ): Promise<Taken> => {
    const createReader = source === 'codex' ? createCodexReader : createClaudeReader
    const reader = createReader(MAX_ENTRIES, createTakePicture(deps.putBytes))
    await readAll(path, reader, signal)
    const transcript = reader.end()
    const { entries, closedCalls } = pairCalls(transcript.entries)
    if (entries.length === 0) throw noChat()
    const agent = await deps.agentHere(place, deps.chatAgent)
    const title = titleFor(transcript, path, deps.titleOf)
    const { skipped, cut, asides, leftOut, unread, summary } = transcript
    const events = placedTranscript({ title, source, entries, summary, agent, newId }, place)
    return { events, messages: entries.length, skipped, cut, asides, leftOut, unread, closedCalls }
  }

  return {
    /** Reads a file into a new chat, whole or not at all. */
    read: async (path: string, place: Place, signal: AbortSignal): Promise<SessionImported> => {
      const source = await sourceOf(readLines(path, signal))
      if (source === null) throw noChat()
      const taken =
        source === 'orrery' ? await own(path, place, signal) : await foreign(path, place, source, signal)
      const { events, ...report } = taken
      const snapshot = await deps.snapshot(place, deps.chatAgent)
      signal.throwIfAborted()
      const sessionId = newId('session')
      deps.publish(sessionId, [...events, instructionsHere(snapshot)])
      return { sessionId, source, ...report }
    },
  }
}

export type SessionImport = ReturnType<typeof createSessionImport>

async function readAll(path: string, reader: Reader, signal: AbortSignal): Promise<void> {
  for await (const line of readLines(path, signal)) {
    const json = 'damaged' in line ? undefined : jsonOf(line.text)
    if (json === undefined) reader.skip()
    else if (json !== null) await reader.take(json)
  }
}

/** Null for an empty line, undefined for one that is no JSON. */
function jsonOf(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text) ?? undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Without the context it goes on in, a chat could not be opened. */
function hasHistory({ created, events }: SessionTaken): boolean {
  const { activeContextId } = created.meta
  return events.some(
    (event) => event.kind === 'context.status' && event.payload.contextId === activeContextId,
  )
}

function titleFor({ title, entries }: Transcript, path: string, titleOf: Deps['titleOf']): string {
  const first = entries.find(({ message }) => message.role === 'user')
  return titleOf(title ?? (first === undefined ? '' : textOf(first.message))) || basename(path, extname(path))
}

function noChat(): AppError {
  return AppError.saying('other', say('file.noChat'))
}
