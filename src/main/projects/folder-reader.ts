import { constants, realpath } from 'node:fs'
import { open, opendir, readdir, readlink, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { isErrno } from '../lib/errno.ts'

export type FolderItem = { readonly name: string; readonly kind: 'folder' | 'file' | 'link' | 'other' }

/** Read-only disk access of this room. Errors are those of the system. */
export type FolderReader = {
  /** The one true path of a folder: links followed, letters as they are on the disk. */
  readonly real: (path: string) => Promise<string>
  /** Links are followed. `identity` is the same for one folder under two names. */
  readonly look: (
    path: string,
  ) => Promise<{ folder: boolean; file: boolean; modifiedAt: number; identity: string }>
  readonly items: (path: string) => Promise<readonly FolderItem[]>
  /** The first items of a folder in no order, at most `most`, without reading the rest. */
  readonly someItems: (path: string, most: number) => AsyncIterable<FolderItem>
  /** A regular file of at most `maxBytes`; `null` when there is none, it is larger or it is something else. */
  readonly bytes: (path: string, maxBytes: number) => Promise<Buffer | null>
  readonly linkTarget: (path: string) => Promise<string>
}

const nativeRealpath = promisify(realpath.native)

export const folderReader: FolderReader = {
  // The native call also gives the letters as they are on disks that do not tell them apart.
  real: (path) => nativeRealpath(path),
  look: async (path) => {
    const found = await stat(path, { bigint: true })
    return {
      folder: found.isDirectory(),
      file: found.isFile(),
      modifiedAt: Number(found.mtimeMs),
      identity: `${found.dev}:${found.ino}`,
    }
  },
  items: async (path) => (await readdir(path, { withFileTypes: true })).map(itemOf),
  someItems: async function* (path, most) {
    const folder = await opendir(path, { bufferSize: 64 })
    let seen = 0
    // Leaving the loop closes the folder.
    for await (const entry of folder) {
      yield itemOf(entry)
      seen += 1
      if (seen >= most) return
    }
  },
  bytes: readSmallFile,
  linkTarget: (path) => readlink(path),
}

type Entry = {
  readonly name: string
  isDirectory: () => boolean
  isFile: () => boolean
  isSymbolicLink: () => boolean
}

function itemOf(entry: Entry): FolderItem {
  const { name } = entry
  if (entry.isDirectory()) return { name, kind: 'folder' }
  if (entry.isSymbolicLink()) return { name, kind: 'link' }
  return { name, kind: entry.isFile() ? 'file' : 'other' }
}

async function readSmallFile(path: string, maxBytes: number): Promise<Buffer | null> {
  let file: Awaited<ReturnType<typeof open>>
  try {
    // Without O_NONBLOCK opening a pipe would wait for a writer.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    if (isErrno(error)) return null
    throw error
  }
  try {
    const found = await file.stat()
    if (!found.isFile() || found.size > maxBytes) return null
    const buffer = Buffer.alloc(maxBytes + 1)
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    return bytesRead > maxBytes ? null : buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
