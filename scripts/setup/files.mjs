import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * The parsed file, or null when it is missing or cut short: callers then do the work again.
 * @param {string} file
 * @returns {Promise<any>}
 */
export async function readJson(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/**
 * Writes under another name and renames, so a reader never sees half a file.
 * @param {string} file
 * @param {unknown} value
 */
export async function writeJson(file, value) {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}.tmp`
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`)
  await rename(draft, file)
}

/** @param {string} file */
export async function statOrNull(file) {
  try {
    return await stat(file)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null
    throw error
  }
}

/** @param {unknown} error */
export function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/**
 * Fills a folder under a temporary name and renames it into place: an interruption leaves nothing half.
 * Hold a lock for the parent folder while calling this.
 * @param {string} target
 * @param {(draft: string) => Promise<void>} fill
 */
export async function createFolderAtOnce(target, fill) {
  const parent = dirname(target)
  await mkdir(parent, { recursive: true })
  await removeOldDrafts(parent)
  const draft = join(parent, `.draft-${process.pid}-${randomUUID()}`)
  await mkdir(draft)
  try {
    await fill(draft)
    await rm(target, { recursive: true, force: true })
    await rename(draft, target)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** What a killed set-up left behind. Callers hold the lock of this folder, so nobody else is filling a draft.
 * @param {string} parent */
async function removeOldDrafts(parent) {
  for (const name of await readdir(parent)) {
    if (name.startsWith('.draft-')) await rm(join(parent, name), { recursive: true, force: true })
  }
}
