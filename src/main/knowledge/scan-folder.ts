import type { Dirent, Stats } from 'node:fs'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import type { RefusedFile } from '#shared/knowledge/folder.ts'

/** A file that may become a page. `file` is its place in the folder, with slashes. */
export type ScannedFile = { readonly file: string; readonly path: string; readonly stamp: string }

export type Scan = {
  readonly files: readonly ScannedFile[]
  readonly refused: readonly RefusedFile[]
  /** Every folder that was looked into, to be watched. */
  readonly folders: readonly string[]
}

const PAGE_FILE = /\.(?:md|markdown|txt|text|pdf)$/i
const MOST_FILES = 20_000
const MOST_FOLDERS = 2_000

/**
 * Lists the files of a folder that may become pages. What begins with a dot, and what package managers bring, is
 * passed over. Null: the folder cannot be read.
 */
export async function scanFolder(root: string, signal: AbortSignal): Promise<Scan | null> {
  const real = await orNull(realpath(root))
  if (real === null) return null
  const files: ScannedFile[] = []
  const refused: RefusedFile[] = []
  const folders: string[] = []
  const waiting = [real]
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    signal.throwIfAborted()
    const entries = await orNull(readdir(folder, { withFileTypes: true }))
    if (entries === null) {
      if (folder === real) return null
      refused.push({ file: placeIn(real, folder), why: 'unreadable' })
      continue
    }
    folders.push(folder)
    for (const entry of entries.sort(byName)) {
      const path = join(folder, entry.name)
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      if (entry.isDirectory()) {
        if (folders.length + waiting.length < MOST_FOLDERS) waiting.push(path)
        else refused.push({ file: placeIn(real, path), why: 'too_many' })
      } else if (PAGE_FILE.test(entry.name)) {
        const looked = files.length < MOST_FILES ? await lookAt(real, path) : 'too_many'
        if (looked === null) continue
        if (typeof looked === 'string') refused.push({ file: placeIn(real, path), why: looked })
        else files.push({ file: placeIn(real, path), path, stamp: stampOf(looked) })
      }
    }
  }
  return { files, refused, folders }
}

/** Null for what is no file, or is gone again. */
async function lookAt(root: string, path: string): Promise<Stats | RefusedFile['why'] | null> {
  const own = await orNull(lstat(path))
  if (own === null) return null
  if (!own.isSymbolicLink()) return own.isFile() ? own : null
  const target = await orNull(realpath(path))
  if (target === null) return 'unreadable'
  const way = relative(root, target)
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) return 'outside'
  const found = await orNull(stat(path))
  return found?.isFile() === true ? found : null
}

function stampOf({ size, mtimeMs }: Stats): string {
  return `${size}:${mtimeMs}`
}

function placeIn(root: string, path: string): string {
  return relative(root, path).split(sep).join('/')
}

function byName(left: Dirent, right: Dirent): number {
  return left.name < right.name ? -1 : 1
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}
