import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seeFile } from './look-around.ts'
import type { SeenFile, SeenFiles } from './seen-files.ts'

/** What is kept in memory while a command runs, of files that nobody else could give back. */
export type CopyLimits = {
  readonly fileBytes: number
  readonly bytes: number
  readonly files: number
  readonly ms: number
}

const AT_ONCE = 16

/** The files to copy: small ones, those changed last first, for as long as they fit. */
export function worthCopying(
  seen: SeenFiles,
  has: (path: string) => boolean,
  limits: CopyLimits,
): readonly (readonly [string, SeenFile])[] {
  const small = [...seen].filter(([path, { size }]) => size <= limits.fileBytes && !has(path))
  small.sort(([, one], [, other]) => other.mtimeMs - one.mtimeMs)
  let bytes = 0
  const fits = small.slice(0, limits.files).findIndex(([, { size }]) => {
    bytes += size
    return bytes > limits.bytes
  })
  return small.slice(0, fits < 0 ? limits.files : fits)
}

/** Reads files as they were seen. One that is another by now, or cannot be read, is left out. */
export async function copyBeforehand(
  folder: string,
  files: readonly (readonly [string, SeenFile])[],
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
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}
