import { basename } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { BlobId, EventId, SessionId } from '#shared/ids.ts'
import type { SessionExported, SessionFileFormat } from '#shared/session/exports/session-file.ts'
import { writeFileAtomic } from '../lib/files/atomic-file.ts'
import type { Redactor } from '../lib/redact.ts'
import { type AgentLookup, agentLookup } from './agent-transcripts.ts'
import { inPersonsWords } from './ends-for-person.ts'
import { unwritable } from './file-errors.ts'
import { fileNameOf } from './file-name.ts'
import { withFolderNames } from './folder-names.ts'
import { conversationOf } from './formats/conversation.ts'
import { htmlOf } from './formats/html.ts'
import { markdownOf } from './formats/markdown.ts'
import { createRedaction, type Redaction } from './redaction.ts'
import { type BlobLine, sessionLines } from './session-lines.ts'
import { subagentLogsOf } from './subagent-logs.ts'
import { type ExportLocale, exportWords } from './words.ts'

type Deps = {
  readonly reader: {
    readonly eventsAfter: (sessionId: SessionId, seq: number) => readonly DurableEvent[]
    readonly path: (leaf: EventId | null, limit: number) => readonly DurableEvent[]
    readonly childrenOf: (sessionId: SessionId) => readonly SessionId[]
  }
  readonly folds: (sessionId: SessionId) => SessionFolds
  readonly blobs: {
    readonly describe: (id: BlobId) => { readonly mime: string; readonly size: number } | null
    readonly bytes: (id: BlobId) => Promise<Uint8Array>
  }
  readonly redactor: Pick<Redactor, 'text' | 'data'>
  readonly locale: () => ExportLocale
  readonly now: () => number
}

type Wanted = { readonly format: SessionFileFormat; readonly redact: boolean }
type Attached = { readonly blobs: readonly BlobLine[]; readonly leftOut: number }

const WHOLE = 1_000_000
/** An attachment larger than this stays behind, and so does what would make all of them larger than that. */
const MAX_BLOB_BYTES = 16 * 1024 * 1024
const MAX_BLOBS_BYTES = 64 * 1024 * 1024

/** Writes chats into files. */
export function createSessionExport(deps: Deps) {
  const titleOf = (sessionId: SessionId): string => deps.folds(sessionId).session?.meta.title ?? ''

  return {
    /** Returns the file name proposed for a chat. */
    fileName: (sessionId: SessionId, format: SessionFileFormat): string =>
      fileNameOf(titleOf(sessionId), format),
    /** Writes the file whole or not at all. */
    write: async (sessionId: SessionId, wanted: Wanted, path: string): Promise<SessionExported> => {
      const redaction = wanted.redact ? createRedaction(deps.redactor) : null
      const title = redaction?.text(titleOf(sessionId)) ?? titleOf(sessionId)
      const isWhole = wanted.format === 'jsonl'
      const eventsOf = (id: SessionId): readonly DurableEvent[] => {
        const own = isWhole
          ? deps.reader.eventsAfter(id, 0)
          : branchOf(deps, id).map((event) => inPersonsWords(event, exportWords(deps.locale())))
        return own.map((event) => shown(withFolderNames(event), redaction))
      }
      const events = eventsOf(sessionId)
      const { logs: agents, leftOut: agentsLeft } = subagentLogsOf({ ...deps, eventsOf }, sessionId)
      const agentAt = agentLookup(deps.folds, agents, (text) => redaction?.text(text) ?? text)
      const named = [events, ...agents.map((agent) => agent.events)].flat()
      const attached = await attachedTo(deps, named, wanted.format, redaction)
      const text = textOf(deps, wanted.format, {
        title,
        exportedAt: deps.now(),
        secrets: redaction?.count() ?? 0,
        blobs: attached.blobs,
        events,
        agents,
        agentAt,
      })
      await writeFileAtomic(path, text).catch((error: unknown) => {
        throw unwritable(path, error)
      })
      return {
        fileName: basename(path),
        messages: branchOf(deps, sessionId).filter((event) => event.kind === 'message').length,
        secrets: redaction?.count() ?? 0,
        leftOut: attached.leftOut,
        agents: agents.length,
        agentsLeft,
      }
    },
  }
}

export type SessionExport = ReturnType<typeof createSessionExport>

function textOf(
  deps: Deps,
  format: SessionFileFormat,
  file: Parameters<typeof sessionLines>[0] & { readonly agentAt: AgentLookup },
): string | Uint8Array {
  // One text may be longer than a string can be; many short ones are not.
  if (format === 'jsonl') {
    return Buffer.concat([...sessionLines(file)].map((line) => Buffer.from(line, 'utf8')))
  }
  const words = exportWords(deps.locale())
  const entries = conversationOf(file.events, file.agentAt)
  if (format === 'markdown') return markdownOf(file.title, entries, words)
  const pictures = new Map(
    file.blobs
      .filter(({ mime }) => /^image\/(png|jpeg|gif|webp)$/.test(mime))
      .map(({ id, mime, base64 }) => [id, `data:${mime};base64,${base64}`]),
  )
  return htmlOf({ title: file.title, entries, words, pictures })
}

function branchOf({ folds, reader }: Deps, sessionId: SessionId): readonly DurableEvent[] {
  const { session, contexts } = folds(sessionId)
  const contextId = session?.meta.activeContextId ?? null
  return reader.path(contextId === null ? null : (contexts[contextId]?.leaf ?? null), WHOLE)
}

/** The payload is all of an event that holds words. */
function shown(event: DurableEvent, redaction: Redaction | null): DurableEvent {
  if (redaction === null) return event
  return { ...event, payload: redaction.data(event.payload) } as DurableEvent
}

/** Returns the outputs and attachments of these events that are stored and not too large. */
async function attachedTo(
  { blobs }: Deps,
  events: readonly DurableEvent[],
  format: SessionFileFormat,
  redaction: Redaction | null,
): Promise<Attached> {
  if (format === 'markdown') return { blobs: [], leftOut: 0 }
  const found: BlobLine[] = []
  let [total, leftOut] = [0, 0]
  for (const id of blobsNamed(events)) {
    const stored = blobs.describe(id)
    const bytes = stored === null || stored.size > MAX_BLOB_BYTES ? null : await read(blobs.bytes(id))
    if (stored === null || bytes === null || total + stored.size > MAX_BLOBS_BYTES) {
      leftOut += 1
      continue
    }
    total += stored.size
    const isText = stored.mime.startsWith('text/')
    const hidden =
      redaction === null || !isText ? bytes : Buffer.from(redaction.text(Buffer.from(bytes).toString('utf8')))
    found.push({ type: 'blob', id, mime: stored.mime, base64: Buffer.from(hidden).toString('base64') })
  }
  return { blobs: found, leftOut }
}

/** Reads an attachment. A lost one is left out; the rest is exported. */
async function read(bytes: Promise<Uint8Array>): Promise<Uint8Array | null> {
  return bytes.catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
}

function blobsNamed(events: readonly DurableEvent[]): Set<BlobId> {
  const ids = new Set<BlobId>()
  for (const event of events) {
    if (event.kind !== 'message') continue
    const { parts, tool } = event.payload.message
    for (const part of parts) if (part.t === 'file') ids.add(part.blobId)
    if (tool?.outputBlob !== undefined) ids.add(tool.outputBlob)
  }
  return ids
}
