import { fileURLToPath } from 'node:url'

/** The longest path a window may be told, as long as the longest it may propose. */
const LONGEST = 4_096

/** Returns the path of an item dropped on a window, or null for other addresses. Does not read the disk. */
export function droppedPath(url: string, platform: NodeJS.Platform): string | null {
  if (!URL.canParse(url) || new URL(url).protocol !== 'file:') return null
  try {
    const path = fileURLToPath(url, { windows: platform === 'win32' })
    return path.length > LONGEST || path.includes('\0') ? null : path
  } catch {
    // Not an address of this system, for example a host where there are none, or a slash in disguise.
    return null
  }
}
