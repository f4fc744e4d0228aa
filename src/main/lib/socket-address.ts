import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { basename, dirname } from 'node:path'

/** The longest path of a socket that every system takes, in bytes. */
const LONGEST = 100

export type SocketAddress = { readonly path: string; readonly close: () => Promise<void> }

/**
 * Returns the address under which a socket can be opened. Windows has pipes instead of files. On Linux a path that is
 * too long for a socket goes through the open folder. Returns null where there is no way to name it.
 */
export async function socketAddress(file: string, platform: NodeJS.Platform): Promise<SocketAddress | null> {
  const close = async () => {}
  if (platform === 'win32') {
    return {
      path: `\\\\.\\pipe\\orrery-${createHash('sha256').update(file).digest('hex').slice(0, 32)}`,
      close,
    }
  }
  if (Buffer.byteLength(file) <= LONGEST) return { path: file, close }
  if (platform !== 'linux') return null
  const folder: FileHandle = await open(dirname(file), 'r')
  return { path: `/proc/self/fd/${folder.fd}/${basename(file)}`, close: () => folder.close() }
}
