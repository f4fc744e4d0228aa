import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { FileRefusal } from '#shared/knowledge/folder.ts'
import { isErrno } from '../../lib/errno.ts'

/** The required operations of an open file. */
export type OpenFile = {
  readonly stat: () => Promise<{ readonly size: number; readonly mtimeMs: number; isFile(): boolean }>
  readonly read: (into: Uint8Array, at: number) => Promise<number>
}

/** Maximum attempts for a file that changes while it is read. */
const TRIES = 3

/** The bytes of a file as they were at one moment, or why there are none. No more than `most` is ever held. */
export async function readBytes(path: string, most: number): Promise<Uint8Array | FileRefusal> {
  try {
    // Without O_NONBLOCK opening a pipe would wait for a writer.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      return await bytesOf(asOpen(file), most)
    } finally {
      await file.close()
    }
  } catch (error) {
    if (isErrno(error)) return 'unreadable'
    throw error
  }
}

/** Half of an old text and half of a new one is neither, so what changes while it is read is read again. */
export async function bytesOf(file: OpenFile, most: number): Promise<Uint8Array | FileRefusal> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const before = await file.stat()
    if (!before.isFile()) return 'unreadable'
    if (before.size > most) return 'too_large'
    const bytes = await wholeOf(file, before.size)
    const after = await file.stat()
    if (bytes.length === after.size && before.mtimeMs === after.mtimeMs) return bytes
  }
  return 'changing'
}

async function wholeOf(file: OpenFile, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size)
  let at = 0
  while (at < size) {
    const read = await file.read(bytes.subarray(at), at)
    if (read === 0) break
    at += read
  }
  return bytes.subarray(0, at)
}

function asOpen(file: FileHandle): OpenFile {
  return {
    stat: () => file.stat(),
    read: async (into, at) => (await file.read(into, 0, into.length, at)).bytesRead,
  }
}
