import { constants } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, readdir, readlink, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isErrno } from '../lib/errno.ts'

/** One entry of a tree. Links inside it are not followed. */
type Entry = {
  readonly from: string
  readonly to: string
  readonly kind: 'file' | 'folder' | 'link'
  readonly bytes: number
  /** The permissions. */
  readonly mode: number
  /** Time of the last change, in milliseconds. */
  readonly changedAt: number
}

/**
 * Lists a file or a folder with all it holds, folders before their content. An entry that is missing, or that is no file,
 * folder or link, such as a socket, is left out. `follow` also takes a part that is a link to a file or folder.
 */
export async function listTree(
  from: string,
  to: string,
  { follow, signal }: { readonly follow: boolean; readonly signal: AbortSignal },
): Promise<readonly Entry[]> {
  const found: Entry[] = []
  const visit = async (source: string, target: string, look: typeof lstat) => {
    signal.throwIfAborted()
    const seen = await unlessGone(look(source))
    if (seen === null) return
    const kind = seen.isFile()
      ? 'file'
      : seen.isDirectory()
        ? 'folder'
        : seen.isSymbolicLink()
          ? 'link'
          : null
    if (kind === null) return
    found.push({
      from: source,
      to: target,
      kind,
      bytes: kind === 'file' ? seen.size : 0,
      mode: seen.mode & 0o777,
      changedAt: seen.mtimeMs,
    })
    if (kind !== 'folder') return
    for (const name of (await unlessGone(readdir(source))) ?? []) {
      await visit(join(source, name), join(target, name), lstat)
    }
  }
  await visit(from, to, follow ? (stat as typeof lstat) : lstat)
  return follow ? found : found.filter(({ from: path, kind }) => path !== from || kind !== 'link')
}

/** The person reads and writes. */
const OWN = 0o600

/**
 * Copies listed entries into folders that only the person may enter, and reports the bytes of each. A file that is gone by
 * now is left out. A copy can be written, also one of a file that cannot.
 */
export async function copyEntries(
  entries: readonly Entry[],
  { copied, signal }: { readonly copied: (bytes: number) => void; readonly signal: AbortSignal },
): Promise<void> {
  for (const { from, to, kind, bytes, mode } of entries) {
    signal.throwIfAborted()
    copied(bytes)
    if (kind === 'folder') {
      await mkdir(to, { recursive: true, mode: 0o700 })
      continue
    }
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    if (kind === 'file') {
      await unlessGone(copyFile(from, to, constants.COPYFILE_FICLONE))
      if ((mode & OWN) !== OWN) await unlessGone(chmod(to, mode | OWN))
    } else await symlink(await readlink(from), to)
  }
}

async function unlessGone<T>(act: Promise<T>): Promise<T | null> {
  try {
    return await act
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null
    throw error
  }
}
