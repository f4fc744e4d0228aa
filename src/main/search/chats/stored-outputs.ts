import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { BlobId } from '#shared/ids.ts'
import { isErrno } from '../../lib/errno.ts'

/** A piece of an output that was too long for the model; null when it is no text or not there any more. */
export type StoredOutput = (id: BlobId, piece: number) => OutputPiece | null

export type OutputPiece = {
  readonly text: string
  /** Whether another piece comes after it. */
  readonly more: boolean
}

/** Bytes read and indexed per step, small enough to keep the app responsive. */
const PIECE_BYTES = 200_000
/** Overlap of adjacent chunks, so that no match is split: the longest query in any script. */
const SHARED_BYTES = 1_600
/** Outputs beyond 16 MB are not indexed: such an index would outgrow that of all chats. */
const MOST_PIECES = 80

/** Reads stored outputs from the folder `blobs`, where files are named by their hash. */
export function createStoredOutputs(log: Database, blobs: string): StoredOutput {
  const named = log.prepare<[string], { sha256: string }>(
    "SELECT sha256 FROM blobs WHERE id = ? AND mime = 'text/plain'",
  )
  return (id, piece) => {
    const sha256 = named.get(id)?.sha256
    return sha256 === undefined ? null : pieceOf(join(blobs, sha256.slice(0, 2), sha256), piece)
  }
}

/** Returns a piece of an output file. If it is unreadable, the text sent to the model is still indexed. */
function pieceOf(file: string, piece: number): OutputPiece | null {
  try {
    const handle = openSync(file, 'r')
    try {
      const from = Math.max(0, piece * PIECE_BYTES - SHARED_BYTES)
      const buffer = Buffer.alloc((piece + 1) * PIECE_BYTES - from)
      const read = readSync(handle, buffer, 0, buffer.length, from)
      const more = piece + 1 < MOST_PIECES && (piece + 1) * PIECE_BYTES < fstatSync(handle).size
      return { text: textIn(buffer.subarray(0, read), from), more }
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    if (isErrno(error)) return null
    throw error
  }
}

/** Decodes a piece without the characters cut at its edges; the adjacent piece contains them. */
function textIn(bytes: Buffer, from: number): string {
  const inside = from === 0 ? 0 : bytes.findIndex((byte) => (byte & 0xc0) !== 0x80)
  return new TextDecoder('utf-8').decode(bytes.subarray(Math.max(0, inside)), { stream: true })
}
