import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { BlobId } from '#shared/ids.ts'

/** What is kept of an output that was too long for the model; null when it is no text or not there any more. */
export type StoredOutput = (id: BlobId) => string | null

/** As much as the longest text that can be found takes, in a script of three bytes a letter. */
const MOST_BYTES = 600_000

/** Reads stored outputs from the folder `blobs`, where files are named by their hash. */
export function createStoredOutputs(log: Database, blobs: string): StoredOutput {
  const named = log.prepare<[string], { sha256: string }>(
    "SELECT sha256 FROM blobs WHERE id = ? AND mime = 'text/plain'",
  )
  return (id) => {
    const sha256 = named.get(id)?.sha256
    return sha256 === undefined ? null : beginningOf(join(blobs, sha256.slice(0, 2), sha256))
  }
}

/** A file that cannot be read leaves what the model was told to be found. */
function beginningOf(file: string): string | null {
  try {
    const handle = openSync(file, 'r')
    try {
      const buffer = Buffer.alloc(MOST_BYTES)
      const read = readSync(handle, buffer, 0, MOST_BYTES, 0)
      return new TextDecoder('utf-8').decode(buffer.subarray(0, read), { stream: true })
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}
