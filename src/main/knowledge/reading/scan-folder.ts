import type { Dirent, Stats } from 'node:fs'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import path, { join } from 'node:path'
import type { RefusedFile } from '#shared/knowledge/folder.ts'
import { isErrno } from '../../lib/errno.ts'
import { placeIn } from '../place-in.ts'

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
 * passed over. Null: the folder cannot be read, or went away meanwhile.
 */
export async function scanFolder(root: string, signal: AbortSignal): Promise<Scan | null> {
  const real = await orNull(realpath(root))
  if (real === null) return null
  const files: ScannedFile[] = []
  const refused: RefusedFile[] = []
  const folders: string[] = []
  const waiting = [real]
  const refuse = (at: string, why: RefusedFile['why']) => refused.push({ file: wayTo(real, at), why })
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    signal.throwIfAborted()
    const entries = await orNull(readdir(folder, { withFileTypes: true }))
    if (entries === null) {
      if (folder === real) return null
      refuse(folder, 'unreadable')
      continue
    }
    folders.push(folder)
    for (const entry of entries.sort(byName)) {
      const at = join(folder, entry.name)
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      if (entry.isDirectory()) {
        if (folders.length + waiting.length < MOST_FOLDERS) waiting.push(at)
        else refuse(at, 'too_many')
      } else if (PAGE_FILE.test(entry.name)) {
        const looked = files.length < MOST_FILES ? await lookAt(real, at) : 'too_many'
        if (looked === null) continue
        if (typeof looked === 'string') refuse(at, looked)
        else files.push({ file: wayTo(real, at), path: at, stamp: stampOf(looked) })
      }
    }
  }
  // If the folder vanished during the scan, its files only look deleted.
  return (await orNull(readdir(real))) === null ? null : { files, refused, folders }
}

/** Null for what is no file, or is gone again. */
async function lookAt(root: string, at: string): Promise<Stats | RefusedFile['why'] | null> {
  const own = await statOf(lstat(at))
  if (own === null || typeof own === 'string') return own
  if (!own.isSymbolicLink()) return own.isFile() ? own : null
  const target = await orNull(realpath(at))
  if (target === null) return 'unreadable'
  if (placeIn(root, target, path) === null) return 'outside'
  const found = await orNull(stat(at))
  return found?.isFile() === true ? found : null
}

/** Null for what is not there; what may not be looked at is there all the same. */
async function statOf(work: Promise<Stats>): Promise<Stats | 'unreadable' | null> {
  try {
    return await work
  } catch (error) {
    if (isErrno(error)) return error.code === 'ENOENT' ? null : 'unreadable'
    throw error
  }
}

function stampOf({ size, mtimeMs }: Stats): string {
  return `${size}:${mtimeMs}`
}

function wayTo(root: string, at: string): string {
  return placeIn(root, at, path) ?? at
}

function byName(left: Dirent, right: Dirent): number {
  return left.name < right.name ? -1 : 1
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (isErrno(error)) return null
    throw error
  }
}
