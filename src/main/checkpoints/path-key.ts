import { createHash } from 'node:crypto'
import { FileId } from '#shared/checkpoint/checkpoint.ts'

/**
 * The same text for every spelling of a canonical path that leads to one file. Windows and macOS do not tell names
 * apart by case, and macOS not by how an accent is composed.
 */
export function pathKey(path: string, platform: NodeJS.Platform): string {
  if (platform === 'darwin') return path.normalize('NFC').toLowerCase()
  if (platform !== 'win32') return path
  const slashes = path.replaceAll('/', '\\')
  const bare = slashes.replace(/^\\\\[?.]\\UNC\\/i, '\\\\').replace(/^\\\\[?.]\\(?=[a-z]:)/i, '')
  return bare.toLowerCase()
}

/** How windows name a file. */
export function fileIdOf(path: string): FileId {
  return FileId.parse(`fil_${createHash('sha256').update(path).digest('hex').slice(0, 24)}`)
}
