import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrno } from '../../lib/errno.ts'
import { inTurns } from './in-turns.ts'
import { seeFile } from './scan-files.ts'
import type { SeenFile, SeenFiles } from './seen-files.ts'

/** Limits for in-memory copies during a command, for files that exist nowhere else. */
export type CopyLimits = {
  readonly fileBytes: number
  readonly bytes: number
  readonly files: number
  readonly ms: number
}

const AT_ONCE = 16
const MOST_UNSORTED = 2_000

type Named = readonly [string, SeenFile]

/** The files to copy: small ones, those changed last first, for as long as they fit. */
export async function worthCopying(
  seen: SeenFiles,
  has: (path: string) => boolean,
  limits: CopyLimits,
): Promise<readonly Named[]> {
  let small: Named[] = []
  const newest = () => small.sort(([, one], [, other]) => other.mtimeMs - one.mtimeMs).slice(0, limits.files)
  await inTurns(seen, ([path, file]) => {
    if (file.size <= limits.fileBytes && !has(path)) small.push([path, file])
    // Not all at once in the end: of a hundred thousand that alone would hold up everything else.
    if (small.length > limits.files + MOST_UNSORTED) small = newest()
  })
  small = newest()
  let bytes = 0
  const fits = small.findIndex(([, { size }]) => {
    bytes += size
    return bytes > limits.bytes
  })
  return fits < 0 ? small : small.slice(0, fits)
}

/** Reads files as they were seen. One that is another by now, or cannot be read, is left out. */
export async function copyBeforehand(
  folder: string,
  files: readonly Named[],
  late: () => boolean,
  signal: AbortSignal,
): Promise<Map<string, Buffer>> {
  const copies = new Map<string, Buffer>()
  for (let at = 0; at < files.length && !late(); at += AT_ONCE) {
    signal.throwIfAborted()
    const part = files.slice(at, at + AT_ONCE)
    await Promise.all(
      part.map(async ([path, seen]) => {
        const bytes = await readAsSeen(join(folder, path), seen)
        if (bytes !== null) copies.set(path, bytes)
      }),
    )
  }
  return copies
}

async function readAsSeen(file: string, seen: SeenFile): Promise<Buffer | null> {
  try {
    const bytes = await readFile(file)
    const now = await seeFile(file)
    return now !== null && now.mtimeMs === seen.mtimeMs && bytes.length === seen.size ? bytes : null
  } catch (error) {
    if (isErrno(error)) return null
    throw error
  }
}
