import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrno } from '../../lib/errno.ts'
import type { FileScan } from './file-source.ts'

/** Files and folders that one trigger watches at most. */
const MOST_FILES = 5_000
const MOST_FOLDERS = 500
/** Folders that tools fill. Their files never start a trigger. */
const LEFT_OUT: ReadonlySet<string> = new Set(['.git', '.orrery', 'node_modules'])

/** Scans the files of a folder that a test matches. It follows no links and skips what tools fill. */
export async function scanFiles(root: string, matches: (path: string) => boolean): Promise<FileScan> {
  const marks = new Map<string, string>()
  const folders: string[] = []
  const open = ['']
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    const entries = await entriesOf(join(root, at))
    if (entries === null && at === '') return { kind: 'gone' }
    if (entries === null) continue
    folders.push(join(root, at))
    if (folders.length > MOST_FOLDERS) return { kind: 'tooMany' }
    for (const entry of entries) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`
      if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) open.push(path)
      else if (entry.isFile() && matches(path)) {
        const mark = await markOf(join(root, path))
        if (mark !== null) marks.set(path, mark)
        if (marks.size > MOST_FILES) return { kind: 'tooMany' }
      }
    }
  }
  return { kind: 'files', marks, folders }
}

async function entriesOf(folder: string): Promise<Dirent[] | null> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (isErrno(error)) return null
    throw error
  }
}

async function markOf(file: string): Promise<string | null> {
  try {
    const { mtimeMs, size } = await lstat(file)
    return `${mtimeMs} ${size}`
  } catch (error) {
    if (isErrno(error)) return null
    throw error
  }
}
