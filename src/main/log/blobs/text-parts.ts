import type { FileHandle } from 'node:fs/promises'
import { findFolded, foldText } from '#shared/search/fold-text.ts'

/** The longest character of UTF-8 after its first byte. */
const TAIL = 3
/** Characters scanned per step, small enough to keep the app responsive. */
const STEP = 256 * 1024

/**
 * The text from byte `offset` on, `limit` bytes of it. A character belongs to the part in which it begins, so that parts that
 * follow each other hold all of a text and nothing twice.
 */
export async function textPart(file: FileHandle, offset: number, limit: number): Promise<string> {
  return (await partAt(file, offset, limit)).text
}

type Part = {
  readonly text: string
  /** The byte of the file at which it begins. */
  readonly at: number
}

async function partAt(file: FileHandle, offset: number, limit: number): Promise<Part> {
  const buffer = Buffer.alloc(limit + TAIL)
  const { bytesRead } = await file.read(buffer, 0, buffer.length, offset)
  const from = offset === 0 ? 0 : startOf(buffer, 0)
  const to = bytesRead <= limit ? bytesRead : startOf(buffer, limit)
  return { text: buffer.toString('utf8', from, Math.max(from, Math.min(to, bytesRead))), at: offset + from }
}

/** The next byte with which a character begins. */
function startOf(bytes: Buffer, at: number): number {
  let start = at
  while (start < at + TAIL && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1
  return start
}

/** Returns the byte offset of the first match, as in the search; null for none. */
export async function findInText(
  file: FileHandle,
  size: number,
  words: string,
  signal: AbortSignal,
): Promise<number | null> {
  const needle = foldText(words.trim())
  if (needle === '') return null
  // Words that begin at the end of one step are seen whole: folding can make a text longer, never four times shorter.
  const more = needle.length * 4
  for (let offset = 0; offset < size; offset += STEP) {
    signal.throwIfAborted()
    const { text, at } = await partAt(file, offset, STEP + more)
    const [first] = findFolded(text, [needle], 1)
    if (first !== undefined) return at + Buffer.byteLength(text.slice(0, first[0]))
  }
  return null
}
