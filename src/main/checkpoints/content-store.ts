import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { codeOf, isErrno } from '../lib/errno.ts'
import { writeFileAtomic } from '../lib/files/atomic-file.ts'
import type { Logger } from '../lib/logger.ts'
import type { ContentRow, ContentRows } from './rows.ts'

/** Below this a file takes a block of the disk either way. */
const PACK_FROM = 4 * 1024
const SAMPLE = 8 * 1024

/** Content stored safely on disk that no row references yet. */
export type HeldContent = { readonly content: ContentRow; readonly release: () => void }

export type ContentStore = ReturnType<typeof createContentStore>

type Deps = {
  readonly folder: string
  readonly rows: ContentRows
  readonly now: () => number
  readonly logger: Logger
  readonly write?: (file: string, bytes: Uint8Array) => Promise<void>
}

/** Contents of files, each kept once under its hash. */
export function createContentStore({ folder, rows, now, logger, write = writeSynced }: Deps) {
  const pins = new Map<string, number>()
  const fileOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256)

  /** Nothing drops a pinned content, so that it cannot vanish between being written and being named. */
  const pin = (sha256: string) => {
    pins.set(sha256, (pins.get(sha256) ?? 0) + 1)
    let pinned = true
    return () => {
      const count = pins.get(sha256) ?? 0
      if (pinned && count > 1) pins.set(sha256, count - 1)
      else if (pinned) pins.delete(sha256)
      pinned = false
    }
  }

  const store = async (sha256: string, bytes: Uint8Array): Promise<ContentRow> => {
    const known = rows.content(sha256)
    if (known !== null && (await sizeOf(fileOf(sha256))) === known.stored) return known
    const gzipped = isPackable(bytes) ? await promisify(gzip)(bytes, { level: 1 }) : null
    const packed = gzipped !== null && gzipped.length < bytes.length * 0.9
    const stored = packed ? gzipped : bytes
    await write(fileOf(sha256), stored)
    const [size, flag] = [bytes.length, packed ? 1 : 0]
    return { sha256, size, stored: stored.length, packed: flag, kept_at: now() }
  }

  const drop = (hashes: Iterable<string>): void => {
    for (const sha256 of hashes) {
      if (pins.has(sha256) || !rows.dropContent(sha256)) continue
      // At once: by the next turn of the loop the same content may be written again.
      removeNow(fileOf(sha256), logger)
    }
  }

  return {
    /** Writes the bytes, unless they are there. Until `release` they stay also when no row names them. */
    hold: async (sha256: string, bytes: Uint8Array): Promise<HeldContent> => {
      const release = pin(sha256)
      try {
        return { content: await store(sha256, bytes), release }
      } catch (error) {
        release()
        throw error
      }
    },
    /** The bytes, or null when they are not there or not what they should be. */
    read: async (sha256: string): Promise<Buffer | null> => {
      const row = rows.content(sha256)
      if (row === null) return null
      try {
        const stored = await readFile(fileOf(sha256))
        const bytes = row.packed === 1 ? await promisify(gunzip)(stored) : stored
        return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : null
      } catch (error) {
        // Content that is damaged or gone cannot be given back.
        if (isErrno(error) || codeOf(error)?.startsWith('Z_')) return null
        throw error
      }
    },
    /** Removes those of the contents that no row names any more. */
    drop,
    /** Removes what nothing names: a crash may come between writing and naming, or before a removal. */
    sweep: async (signal: AbortSignal): Promise<number> => {
      drop(rows.unnamed())
      let removed = 0
      for (const shelf of await namesIn(folder)) {
        for (const name of await namesIn(join(folder, shelf))) {
          signal.throwIfAborted()
          const sha256 = /[0-9a-f]{64}/.exec(name)?.[0] ?? ''
          const isNamed = name === sha256 && rows.content(sha256) !== null
          if (isNamed || pins.has(sha256)) continue
          removeNow(join(folder, shelf, name), logger)
          removed += 1
        }
      }
      return removed
    },
  }
}

async function writeSynced(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFileAtomic(file, bytes, { mode: 0o600 })
}

/** Text shrinks to a third; most other large files are compressed already. */
function isPackable(bytes: Uint8Array): boolean {
  return bytes.length > PACK_FROM && !bytes.subarray(0, SAMPLE).includes(0)
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null
    throw error
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return []
    throw error
  }
}

function removeNow(file: string, logger: Logger): void {
  try {
    rmSync(file, { force: true })
  } catch (error) {
    // A scanner may hold it; the sweep of the next start takes it along.
    logger.warn('A kept content could not be removed yet', { reason: String(error) })
  }
}
