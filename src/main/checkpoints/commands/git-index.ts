import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SeenFile } from './seen-files.ts'

/** A file as the index of git has it: its content by name, and how it looked from outside when that was read. */
export type IndexedFile = {
  readonly oid: string
  readonly size: number
  readonly mtimeMs: number
  readonly ino: number
}

/** Entries that are read before others have their turn. */
const A_TURN = 2_000
const HEADER = 12
const ENTRY = 62
const OID = 20
const EXTENDED = 0x4000
const STAGE = 0x3000
const LINK_MODES = 0o170000
const ORDINARY = 0o100000

/**
 * The files in an index of git, by their path in the work tree. Null for what it does not know: another layout, another
 * hash, or bytes that are no index. Files in a merge conflict are left out.
 */
export async function readGitIndex(bytes: Buffer): Promise<Map<string, IndexedFile> | null> {
  if (bytes.length < HEADER || bytes.toString('latin1', 0, 4) !== 'DIRC') return null
  const version = bytes.readUInt32BE(4)
  if (version !== 2 && version !== 3) return null
  const files = new Map<string, IndexedFile>()
  let at = HEADER
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    if (left % A_TURN === 0) await nextTurn()
    if (at + ENTRY > bytes.length) return null
    const flags = bytes.readUInt16BE(at + 60)
    const start = at + ENTRY + ((flags & EXTENDED) === 0 ? 0 : 2)
    const end = bytes.indexOf(0, start)
    if (end < 0) return null
    const isPlain = (flags & STAGE) === 0 && (bytes.readUInt32BE(at + 24) & LINK_MODES) === ORDINARY
    if (isPlain) files.set(bytes.toString('utf8', start, end), entryAt(bytes, at))
    at += Math.ceil((end + 1 - at) / 8) * 8
  }
  return files
}

function entryAt(bytes: Buffer, at: number): IndexedFile {
  return {
    oid: bytes.toString('hex', at + 40, at + 40 + OID),
    size: bytes.readUInt32BE(at + 36),
    mtimeMs: bytes.readUInt32BE(at + 8) * 1000 + bytes.readUInt32BE(at + 12) / 1e6,
    ino: bytes.readUInt32BE(at + 20),
  }
}

/** Allowed difference between the timestamps of git and Node, in milliseconds. */
const ROUNDING_MS = 0.001

/**
 * Whether a file matches its git index entry. A file changed at the same moment as the index may differ
 * undetected, so it does not count.
 */
export function isClean(file: SeenFile, indexed: IndexedFile, indexWrittenMs: number): boolean {
  return (
    file.size === indexed.size &&
    file.ino % 2 ** 32 === indexed.ino &&
    Math.abs(file.mtimeMs - indexed.mtimeMs) < ROUNDING_MS &&
    file.mtimeMs < indexWrittenMs
  )
}
