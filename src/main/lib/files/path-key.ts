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
