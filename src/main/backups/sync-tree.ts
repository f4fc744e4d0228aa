import { open } from 'node:fs/promises'
import { isErrno } from '../lib/errno.ts'
import { listTree } from './copy-tree.ts'

/** Files that are written to the disk together. */
const AT_ONCE = 16

/**
 * Writes the files of a tree to the disk, so that a loss of power cannot leave them empty. Throws the reason of the signal;
 * null for a step that must end.
 */
export async function syncTree(root: string, signal: AbortSignal | null): Promise<void> {
  const never = new AbortController().signal
  const entries = await listTree(root, root, { follow: false, signal: signal ?? never })
  const files = entries.filter(({ kind }) => kind === 'file')
  for (let at = 0; at < files.length; at += AT_ONCE) {
    signal?.throwIfAborted()
    await Promise.all(files.slice(at, at + AT_ONCE).map(({ from }) => syncFile(from)))
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } catch (error) {
    // Windows refuses for a file that is open for reading, some network file systems always. The file itself is whole.
    if (!isErrno(error, 'EINVAL', 'ENOTSUP', 'EPERM')) throw error
  } finally {
    await file.close()
  }
}
