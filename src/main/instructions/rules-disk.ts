import { open, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { RulesDisk } from '../context/instructions/discover-rules.ts'
import { isErrno } from '../lib/errno.ts'

/** The disk as the search for rules sees it. What may not be seen counts as not there. */
export const nodeRulesDisk: RulesDisk = {
  parent: (path) => (dirname(path) === path ? null : dirname(path)),
  join,
  resolve,
  stat: async (path, signal) => {
    signal.throwIfAborted()
    try {
      const found = await stat(path)
      const kind = found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other'
      return { kind, realPath: await realpath(path) }
    } catch (error) {
      return nullWhenUnseen(error)
    }
  },
  list: async (folder, signal) => {
    signal.throwIfAborted()
    try {
      return await readdir(folder)
    } catch (error) {
      return nullWhenUnseen(error) ?? []
    }
  },
  readFile: async (path, maxBytes, signal) => {
    signal.throwIfAborted()
    try {
      const file = await open(path, 'r')
      try {
        const { size } = await file.stat()
        const bytes = new Uint8Array(Math.min(size, maxBytes))
        const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
        return { bytes: bytes.subarray(0, bytesRead), size }
      } finally {
        await file.close()
      }
    } catch (error) {
      return nullWhenUnseen(error)
    }
  },
}

/** Every failure of the file system has a code; anything else is a bug. */
export function nullWhenUnseen(error: unknown): null {
  if (isErrno(error)) return null
  throw error
}
