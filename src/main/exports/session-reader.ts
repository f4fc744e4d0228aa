import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { RunId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { NewId } from '../lib/ids.ts'
import { type AgentTaken, createAgentLogs } from './agent-logs.ts'
import { createFreshIds } from './fresh-ids.ts'
import { createLogReader, type LogReader, type LogTaken } from './log-reader.ts'
import { AgentLine, BlobLine, SESSION_FILE_VERSION, SessionFileHead } from './session-lines.ts'

type Deps = {
  readonly newId: NewId
  /** Of the chat, and of all its agents together. */
  readonly maxEntries: number
  readonly putBytes: (bytes: Uint8Array, mime: string) => Promise<string>
}

/** A chat of a file with the logs of its agents. */
export type SessionTaken = LogTaken & {
  readonly agents: readonly AgentTaken[]
  /** Logs of agents that belong to nothing in the file. */
  readonly agentsLeft: number
  readonly skipped: number
  readonly cut: boolean
  /** Attachments the file names and does not hold. */
  readonly leftOut: number
}

/** Reads chats Orrery has written, line by line. */
export function createSessionReader({ newId, maxEntries, putBytes }: Deps) {
  const stored = new Map<string, string>()
  const newLog = (belongsTo: RunId | null = null): LogReader => {
    const ids = createFreshIds(newId)
    for (const [id, blobId] of stored) ids.set(id, blobId)
    return createLogReader(ids, belongsTo)
  }
  const chat = newLog()
  const agents = createAgentLogs({ chat, newLog })
  const entries = { chat: 0, agents: 0 }
  let [skipped, cut] = [0, false]

  const takeBlob = async ({ id, base64, mime }: BlobLine): Promise<void> => {
    const blobId = await putBytes(Buffer.from(base64, 'base64'), mime)
    stored.set(id, blobId)
    chat.ids.set(id, blobId)
    agents.name(id, blobId)
  }
  /** A long chat leaves room for its agents, and they for it. */
  const takeEvent = (json: unknown): void => {
    const { success, data } = AgentLine.safeParse(json)
    const kind = success ? 'agents' : 'chat'
    if (entries[kind] >= maxEntries) cut = true
    else if (success ? agents.take(data.log, data.event) : chat.take(json)) entries[kind] += 1
    else skipped += 1
  }

  return {
    take: async (json: unknown): Promise<void> => {
      const head = SessionFileHead.safeParse(json)
      if (head.success) {
        if (head.data.version > SESSION_FILE_VERSION) throw AppError.saying('other', say('file.newer'))
        return
      }
      const blob = BlobLine.safeParse(json)
      if (blob.success) return takeBlob(blob.data)
      takeEvent(json)
    },
    skip: (): void => {
      skipped += 1
    },
    /** Null when the file does not say how the chat began. */
    end: (): SessionTaken | null => {
      const taken = chat.end()
      if (taken === null) return null
      const ended = agents.end()
      const here = new Set(stored.values())
      const missing = [taken, ...ended.agents]
        .flatMap(({ events }) => events.flatMap(attachmentsOf))
        .filter((blobId) => !here.has(blobId))
      return { ...taken, ...ended, skipped, cut, leftOut: new Set(missing).size }
    },
  }
}

function attachmentsOf(event: NewDurableEvent): string[] {
  if (event.kind !== 'message') return []
  return event.payload.message.parts.flatMap((part) => (part.t === 'file' ? [part.blobId] : []))
}
