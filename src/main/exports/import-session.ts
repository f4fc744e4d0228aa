import { basename, extname } from 'node:path'
import type { InstructionSnapshot } from '#shared/context/instructions.ts'
import { AppError } from '#shared/errors.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { AgentId, BlobId, SessionId } from '#shared/ids.ts'
import { parseJson } from '#shared/parse-json.ts'
import { say } from '#shared/sentences.ts'
import type { TranscriptSource, TranscriptTaken } from '#shared/session/exports/session-file.ts'
import { textOf } from '#shared/session/message-words.ts'
import type { NewId } from '../lib/ids.ts'
import type { AgentTaken } from './agent-logs.ts'
import { createClaudeReader } from './foreign/claude-code.ts'
import { createCodexReader } from './foreign/codex.ts'
import { pairCalls, type Transcript } from './formats/transcript.ts'
import { importedAgent } from './imported-agent.ts'
import {
  agentsIn,
  type ImportLocation,
  importedSession,
  importedTranscript,
  instructionsHere,
  type LocalAgent,
} from './imported-session.ts'
import type { LogTaken } from './log-reader.ts'
import { readLines } from './read-lines.ts'
import { renameIds } from './rename-ids.ts'
import { createSessionReader } from './session-reader.ts'
import { closedCallsIn, settlingEvents } from './settle.ts'
import { sourceOf } from './source-of.ts'
import { createTakePicture } from './take-picture.ts'

type Deps = {
  readonly newId: NewId
  readonly publish: (sessionId: SessionId, events: readonly NewDurableEvent[]) => unknown
  readonly preview: (sessionId: SessionId, events: readonly NewDurableEvent[]) => readonly DurableEvent[]
  readonly putBytes: (bytes: Uint8Array, mime: string) => Promise<BlobId>
  /** Returns the agent of the same name in this project; otherwise the agent of new chats. */
  readonly agentHere: (place: ImportLocation, agentId: AgentId) => Promise<LocalAgent>
  readonly chatAgent: AgentId
  readonly snapshot: (place: ImportLocation, agentId: AgentId) => Promise<InstructionSnapshot>
  /** The beginning of a title, from the first words of a chat. */
  readonly titleOf: (text: string) => string
}

export type SessionImported = TranscriptTaken & { readonly sessionId: SessionId }

/** Maximum imported entries; the rest of the file is skipped. */
const MAX_ENTRIES = 100_000

type Reader = { readonly take: (json: unknown) => void | Promise<void>; readonly skip: () => void }
/** A log as it is stored here. */
type Log = { readonly sessionId: SessionId; readonly events: readonly NewDurableEvent[] }
type Taken = Omit<TranscriptTaken, 'source' | 'agents'> &
  Log & {
    /** Agent logs, each after that of its parent. */
    readonly agents: readonly Log[]
  }

type Settled = Log & { readonly closedCalls: number }

/** Makes chats of files. What is in a file is data: nothing of it runs, and it grants nothing. */
export function createSessionImport(deps: Deps) {
  const { newId } = deps

  /** Ends what went on in a log when it was exported. */
  const settled = (sessionId: SessionId, events: readonly NewDurableEvent[]): Settled => {
    const settling = settlingEvents(deps.preview(sessionId, events))
    return { sessionId, events: [...events, ...settling], closedCalls: closedCallsIn(settling) }
  }

  const own = async (path: string, place: ImportLocation, signal: AbortSignal): Promise<Taken> => {
    const reader = createSessionReader({ newId, maxEntries: MAX_ENTRIES, putBytes: deps.putBytes })
    await readAll(path, reader, signal)
    const taken = reader.end()
    if (taken === null || !hasHistory(taken)) throw noChat()
    const working = [taken, ...taken.agents].flatMap(({ events }) => [...agentsIn(events)])
    const here = new Map<AgentId, LocalAgent>()
    for (const agentId of new Set(working)) here.set(agentId, await deps.agentHere(place, agentId))
    const names = new Map<string, SessionId>()
    const named = <T extends LogTaken>(log: T): T & { readonly sessionId: SessionId } => {
      const sessionId = newId('session')
      if (log.oldId !== null) names.set(log.oldId, sessionId)
      return { ...log, sessionId }
    }
    const [main, side] = [named(taken), taken.agents.map(named)]
    const chat = settled(main.sessionId, renameIds(importedSession(main, place, here), names))
    const canBeOpened = (agent: AgentTaken): boolean => {
      const above = agent.above === 'chat' ? null : side[agent.above]
      return hasHistory(agent) && (above === null || (above !== undefined && canBeOpened(above)))
    }
    const agents = side.filter(canBeOpened).map((agent) => {
      const parent = agent.above === 'chat' ? main : (side[agent.above] ?? main)
      return settled(agent.sessionId, renameIds(importedAgent(agent, parent, place, here), names))
    })
    const messages = taken.events.filter((event) => event.kind === 'message').length
    const { skipped, cut, leftOut } = taken
    const agentsLeft = taken.agentsLeft + side.length - agents.length
    const counts = { messages, skipped, cut, leftOut, agentsLeft, asides: 0, unread: 0 }
    return { ...chat, agents, ...counts }
  }

  const foreign = async (
    path: string,
    place: ImportLocation,
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
    const events = importedTranscript({ title, source, entries, summary, agent, newId }, place)
    const counts = { messages: entries.length, skipped, cut, asides, leftOut, unread, closedCalls }
    return { sessionId: newId('session'), events, agents: [], agentsLeft: 0, ...counts }
  }

  return {
    /** Reads a file into a new chat, whole or not at all. */
    read: async (path: string, place: ImportLocation, signal: AbortSignal): Promise<SessionImported> => {
      const source = await sourceOf(readLines(path, signal))
      if (source === null) throw noChat()
      const taken =
        source === 'orrery' ? await own(path, place, signal) : await foreign(path, place, source, signal)
      const { sessionId, events, agents, ...report } = taken
      const snapshot = await deps.snapshot(place, deps.chatAgent)
      signal.throwIfAborted()
      // The chat comes last: if the app exits in between, the earlier parts stay invisible.
      for (const agent of agents) deps.publish(agent.sessionId, [...agent.events, instructionsHere(snapshot)])
      deps.publish(sessionId, [...events, instructionsHere(snapshot)])
      return { sessionId, source, agents: agents.length, ...report }
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
    return parseJson(text) ?? undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Whether the log has its active context, without which the chat could not be opened. */
function hasHistory({ created, events }: LogTaken): boolean {
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
