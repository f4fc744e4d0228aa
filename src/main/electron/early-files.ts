import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** What a page built by us names in its head: scripts and styles beside it. */
const NAMED = /(?:src|href)="\.\/([^"?#]+)"/g

/**
 * Reads a page and what it names before anybody asks, so that the first answers do not wait for the disk while the
 * app's own code is read. Each file is kept for one answer; later ones are read when they are asked for.
 */
export function createEarlyFiles(page: string) {
  const kept = new Map<string, Promise<Buffer>>()
  const ahead = (file: string) => {
    const reading = readFile(file)
    // Whoever asks for the file is told; until then nobody waits.
    reading.catch(() => undefined)
    kept.set(file, reading)
  }
  for (const name of namedIn(page)) ahead(join(dirname(page), name))
  return (file: string): Promise<Buffer> => {
    const early = kept.get(file)
    kept.delete(file)
    return early ?? readFile(file)
  }
}

/** None when the page cannot be read: it says so itself when it is asked for. */
function namedIn(page: string): string[] {
  try {
    const html = readFileSync(page, 'utf8')
    return [...html.matchAll(NAMED)].map(([, name = '']) => name)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return []
    throw error
  }
}
