import type { Database } from 'better-sqlite3'
import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import { isPdfMime, isTextFile } from '#shared/session/attachment.ts'
import { textOf } from '#shared/session/message-words.ts'
import { type KeptOutput, outputTail, type StoredOutput } from '#shared/session/stored-output.ts'
import { isErrno } from '../../lib/errno.ts'
import type { Blobs } from './blobs.ts'

type Deps = {
  readonly db: Database
  readonly blobs: Pick<Blobs, 'putText' | 'fileOf'>
  /** The most bytes that one chat keeps; 512 MB unless given. */
  readonly mostBytes?: number
}

const MOST_BYTES = 512 * 1024 * 1024

/**
 * The long outputs of chats. They are the stored texts that results in the log name: no copy is made, and they go with
 * the chat.
 */
export function createStoredOutputs({ db, blobs, mostBytes = MOST_BYTES }: Deps) {
  const sizeOf = db.prepare<[string], { size: number }>(
    `SELECT coalesce(sum(size), 0) AS size FROM blobs
     WHERE mime = 'text/plain' AND id IN (SELECT blob_id FROM blob_names WHERE session_id = ?)`,
  )

  return {
    /** Keeps a text for a chat, unless the chat or the disk is full. */
    keep: async (sessionId: SessionId, text: string): Promise<KeptOutput> => {
      const before = sizeOf.get(sessionId)?.size ?? 0
      if (before + Buffer.byteLength(text, 'utf8') > mostBytes) return { problem: CHAT_FULL(mostBytes) }
      try {
        return { blob: await blobs.putText(text) }
      } catch (error) {
        if (isErrno(error, 'ENOSPC', 'EDQUOT', 'SQLITE_FULL')) return { problem: 'the disk is full' }
        if (isErrno(error, 'EACCES', 'EPERM', 'EROFS', 'EIO')) {
          return { problem: 'the disk does not take it' }
        }
        throw error
      }
    },
    /** Finds the output or attached text of this name on a branch, the newest first. */
    find: (path: readonly DurableEvent[], name: string): StoredOutput | null => {
      const tail = outputTail(name)
      if (tail === null) return null
      for (let at = path.length - 1; at >= 0; at -= 1) {
        const event = path[at]
        if (event?.kind !== 'message') continue
        const { message } = event.payload
        const attached = message.parts.find((part) => isTextFile(part) && part.blobId.endsWith(tail))
        if (message.role === 'user' && attached?.t === 'file' && !isPdfMime(attached.mime)) {
          const file = blobs.fileOf(attached.blobId)
          if (file !== null) return { file }
        }
        if (message.tool === undefined) continue
        const blob = message.tool?.outputBlob
        if (!event.id.endsWith(tail) && blob?.endsWith(tail) !== true) continue
        const file = blob === undefined ? null : blobs.fileOf(blob)
        return file === null ? { text: textOf(message) } : { file }
      }
      return null
    },
  }
}

const CHAT_FULL = (bytes: number): string =>
  `the outputs of this chat already take ${Math.floor(bytes / (1024 * 1024))} MB`
