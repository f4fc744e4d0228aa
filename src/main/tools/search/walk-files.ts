import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrno } from '../../lib/errno.ts'

/** Folders that are never searched without ripgrep, which alone reads `.gitignore`. */
const SKIPPED = new Set(['.git', 'node_modules'])

/** Every file under a folder, relative to it with `/`. Links are not followed. */
export async function* walkFiles(folder: string, signal: AbortSignal): AsyncGenerator<string> {
  const waiting = ['']
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    signal.throwIfAborted()
    for (const entry of (await entriesOf(join(folder, at))).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`
      if (entry.isFile()) yield path
      else if (entry.isDirectory() && !SKIPPED.has(entry.name)) waiting.push(path)
    }
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM')) return []
    throw error
  }
}
