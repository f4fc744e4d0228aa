import { createHash, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { AppError } from '#shared/errors.ts'
import type { BlobId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import { isErrno } from '../../lib/errno.ts'
import type { NewId } from '../../lib/ids.ts'
import { findInText, textPart } from './text-parts.ts'

type Deps = {
  readonly db: Database
  readonly folder: string
  readonly now: () => number
  readonly newId: NewId
}
type BlobRow = { readonly id: string; readonly sha256: string; readonly mime: string; readonly size: number }

/** Keeps long outputs and attachments in files named by their hash; equal content is kept once. */
export function createBlobs(deps: Deps) {
  const insert = deps.db.prepare<[string, string, string, number, number]>(
    'INSERT INTO blobs (id, sha256, mime, size, created_at) VALUES (?, ?, ?, ?, ?)',
  )
  const byHash = deps.db.prepare<[string, string], BlobRow>(
    'SELECT * FROM blobs WHERE sha256 = ? AND mime = ?',
  )
  const byId = deps.db.prepare<[string], BlobRow>('SELECT * FROM blobs WHERE id = ?')
  const byBeginning = deps.db.prepare<[string, string], BlobRow>(
    "SELECT * FROM blobs WHERE sha256 >= ? AND sha256 < ? AND mime = 'text/plain' LIMIT 1",
  )
  const dropRow = deps.db.prepare<[string]>('DELETE FROM blobs WHERE id = ?')
  const countHash = deps.db.prepare<[string], { count: number }>(
    'SELECT count(*) AS count FROM blobs WHERE sha256 = ?',
  )
  // Blobs stored since the start may be about to enter an event, so they are kept.
  const inUse = new Set<string>()
  const fileOf = (sha256: string) => join(deps.folder, sha256.slice(0, 2), sha256)

  const reading = <Read>(sha256: string, read: (file: FileHandle) => Promise<Read>) =>
    readFrom(fileOf(sha256), read)
  const rowOf = (id: BlobId): BlobRow => {
    const row = byId.get(id)
    if (row !== undefined) return row
    throw gone()
  }

  const put = async (bytes: Uint8Array, mime: string): Promise<BlobId> => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    inUse.add(sha256)
    // File first: a crash in between leaves an unreferenced file, never a row without its file.
    if (!(await isWhole(fileOf(sha256), bytes.byteLength))) await writeOnce(fileOf(sha256), bytes)
    const known = byHash.get(sha256, mime)
    if (known !== undefined) return known.id as BlobId
    const id = deps.newId('blob')
    insert.run(id, sha256, mime, bytes.byteLength, deps.now())
    return id
  }

  return {
    putBytes: put,
    putText: (text: string): Promise<BlobId> => put(Buffer.from(text, 'utf8'), 'text/plain'),
    bytes: async (id: BlobId): Promise<Uint8Array> =>
      readFile(fileOf(rowOf(id).sha256)).catch(goneWhenMissing),
    /** Part of a stored text, counted in bytes; see `textPart`. */
    text: async (id: BlobId, offset: number, limit: number): Promise<{ text: string; size: number }> => {
      const { sha256, size } = rowOf(id)
      const text = await reading(sha256, (file) => textPart(file, offset, Math.min(limit, size)))
      return { text, size }
    },
    /** The byte of a stored text at which the words stand first; null where they do not. */
    find: async (id: BlobId, words: string, signal: AbortSignal): Promise<number | null> => {
      const { sha256, size } = rowOf(id)
      return reading(sha256, (file) => findInText(file, size, words, signal))
    },
    /** The text whose SHA-256 begins like this, or null when none is stored. */
    textWithHash: async (beginning: string): Promise<string | null> => {
      // Behind every hexadecimal digit comes this letter.
      const row = byBeginning.get(beginning, `${beginning}g`)
      if (row === undefined) return null
      try {
        return await readFile(fileOf(row.sha256), 'utf8')
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    mime: (id: BlobId): string => rowOf(id).mime,
    /** The file that holds what is stored, or null when it is not stored any more. */
    fileOf: (id: BlobId): string | null => {
      const row = byId.get(id)
      return row === undefined ? null : fileOf(row.sha256)
    },
    /** Returns the type and size of a blob, or null when it is no longer stored. */
    describe: (id: BlobId): { readonly mime: string; readonly size: number } | null => byId.get(id) ?? null,
    /** Takes away what no event names any more. Gone already is as good as removed. */
    remove: (ids: readonly BlobId[]): void => {
      for (const id of ids) {
        const row = byId.get(id)
        if (row === undefined || inUse.has(row.sha256)) continue
        dropRow.run(id)
        if ((countHash.get(row.sha256)?.count ?? 0) === 0) rmSync(fileOf(row.sha256), { force: true })
      }
    },
  }
}

export type Blobs = ReturnType<typeof createBlobs>

const gone = () => AppError.saying('other', say('blob.gone'))

function goneWhenMissing(error: unknown): never {
  throw isMissing(error) ? gone() : error
}

function isMissing(error: unknown): boolean {
  return isErrno(error, 'ENOENT')
}

async function isWhole(file: string, size: number): Promise<boolean> {
  try {
    return (await stat(file)).size === size
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** The file appears whole or not at all, so a crash cannot leave half of it under a true name. */
async function writeOnce(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const temporary = `${file}.${randomUUID()}.tmp`
  try {
    await writeFile(temporary, bytes, { flush: true })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function readFrom<Read>(path: string, read: (file: FileHandle) => Promise<Read>): Promise<Read> {
  const file = await open(path, 'r').catch(goneWhenMissing)
  try {
    return await read(file)
  } finally {
    await file.close()
  }
}
