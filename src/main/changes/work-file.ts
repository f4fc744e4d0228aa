import { randomBytes } from 'node:crypto'
import { lstat, readFile, rm, rmdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { isErrno } from '../lib/errno.ts'
import { PathChanged, withHeldFolder } from '../lib/files/held-folder.ts'
import { FileChanged, replaceInFolder, type SeenFile } from '../lib/files/replace-file.ts'

/** Files above this size have no decisions: bytes. */
const MOST_BYTES = 5 * 1024 * 1024

/**
 * A file of the work tree as text, each byte one letter. `absent`: there is none. `other`: a link, a folder, a binary
 * or a very large file.
 */
export type WorkFile =
  | { readonly kind: 'text'; readonly text: string; readonly seen: SeenFile; readonly mode: number }
  | { readonly kind: 'absent' | 'other' }

/** Reads a file of the work tree without following a link. */
export async function readWorkFile(path: string): Promise<WorkFile> {
  try {
    const stat = await lstat(path)
    if (!stat.isFile() || stat.size > MOST_BYTES) return { kind: 'other' }
    const bytes = await readFile(path)
    if (bytes.includes(0)) return { kind: 'other' }
    const seen = { size: stat.size, mtimeMs: stat.mtimeMs }
    return { kind: 'text', text: bytes.toString('latin1'), seen, mode: stat.mode }
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return { kind: 'absent' }
    throw error
  }
}

/**
 * Writes a file of the work tree, whole or not at all. Null removes it. Throws an `AppError` and changes nothing where
 * the file is not what was read. `shown` is its path for the person.
 */
export async function writeWorkFile(
  path: string,
  shown: string,
  file: WorkFile,
  text: string | null,
): Promise<void> {
  const moved = () => AppError.saying('other', say('changes.moved', { path: shown }))
  if (file.kind === 'other') throw moved()
  try {
    // A folder on the way may have become a link that leads out of the work tree.
    if (text === null) {
      await withHeldFolder(dirname(path), async (held) => {
        const now = await readWorkFile(held.at(basename(path)))
        if (now.kind !== 'text' || file.kind !== 'text' || now.text !== file.text) throw moved()
        await held.check()
        await rm(held.at(basename(path)))
      })
      return await removeEmpty(dirname(path))
    }
    const draft = `.orrery-${randomBytes(6).toString('hex')}.tmp`
    const mode = file.kind === 'text' ? file.mode : null
    const seen = file.kind === 'text' ? file.seen : null
    const bytes = Buffer.from(text, 'latin1')
    await withHeldFolder(
      dirname(path),
      (held) => replaceInFolder(held, { name: basename(path), draft, bytes, mode, seen }),
      { make: true },
    )
  } catch (error) {
    if (error instanceof FileChanged || error instanceof PathChanged || isErrno(error, 'ENOENT', 'ENOTDIR'))
      throw moved()
    if (isErrno(error, 'ENOSPC', 'EDQUOT', 'EFBIG'))
      throw AppError.saying('other', say('changes.diskFull', { path: shown }))
    if (isErrno(error, 'EACCES', 'EPERM', 'EROFS'))
      throw AppError.saying('other', say('changes.notWritable', { path: shown }))
    throw error
  }
}

/**
 * Writes the bytes of a file that is a text or not, whole or not at all; null removes it. Throws an `AppError` and changes
 * nothing where the file does not hold `before`.
 */
export async function writeWorkBytes(
  path: string,
  shown: string,
  before: Buffer | null,
  bytes: Buffer | null,
): Promise<void> {
  const stat = before === null ? null : await lstat(path)
  const isSame = before === null || (stat?.isFile() === true && (await readFile(path)).equals(before))
  if (!isSame) throw AppError.saying('other', say('changes.moved', { path: shown }))
  const seen = stat === null ? null : { size: stat.size, mtimeMs: stat.mtimeMs }
  const file: WorkFile =
    seen === null || stat === null
      ? { kind: 'absent' }
      : { kind: 'text', text: before?.toString('latin1') ?? '', seen, mode: stat.mode }
  await writeWorkFile(path, shown, file, bytes === null ? null : bytes.toString('latin1'))
}

/** Removes a folder that a removed file has left empty, as git does. */
async function removeEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder)
  } catch (error) {
    if (!isErrno(error)) throw error
  }
}
