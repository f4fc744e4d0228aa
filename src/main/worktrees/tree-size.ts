import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const MOST_ENTRIES = 20_000

/** Returns the bytes of a folder's own files, without what links lead to. Null: too many files to count. */
export async function treeSize(folder: string, signal: AbortSignal): Promise<number | null> {
  const waiting = [folder]
  let bytes = 0
  let seen = 0
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    signal.throwIfAborted()
    const place = at
    const entries = await readdir(place, { withFileTypes: true }).catch(() => [])
    seen += entries.length
    if (seen > MOST_ENTRIES) return null
    const sizes = await Promise.all(
      entries.map(async (entry) => {
        if (entry.isDirectory()) waiting.push(join(place, entry.name))
        if (!entry.isFile()) return 0
        return (await lstat(join(place, entry.name)).catch(() => null))?.size ?? 0
      }),
    )
    bytes += sizes.reduce((sum, size) => sum + size, 0)
  }
  return bytes
}
