import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isErrno } from '../../lib/errno.ts'

/** Scripts and styles referenced in the head of a built page. */
const NAMED = /(?:src|href)="\.\/([^"?#]+)"/g

type Kept = Map<string, Buffer | Promise<Buffer>>

export type EarlyFiles = {
  /** A file that was read early is given at once, and once; any other is read now. */
  readonly read: (file: string) => Buffer | Promise<Buffer>
  /** Resolves when the page itself has been asked for. */
  readonly pageGiven: Promise<void>
  /** Resolves when the page and all it names have been asked for. */
  readonly allGiven: Promise<void>
}

/**
 * Reads a page and what it names before anybody asks, so that the first answers wait neither for the disk nor for a turn
 * of the loop while the app's own code is read.
 */
export function createEarlyFiles(page: string): EarlyFiles {
  const kept: Kept = new Map()
  const text = readPage(page)
  if (text !== null) kept.set(page, text)
  for (const name of namedIn(text)) readAhead(kept, join(dirname(page), name))
  const pageGiven = createMoment(() => !kept.has(page))
  const allGiven = createMoment(() => kept.size === 0)
  return {
    read: (file) => {
      const early = kept.get(file)
      kept.delete(file)
      pageGiven.look()
      allGiven.look()
      return early ?? readFile(file)
    },
    pageGiven: pageGiven.come,
    allGiven: allGiven.come,
  }
}

/** Creates a promise that resolves once `isHere` returns true. The condition is checked at each access. */
function createMoment(isHere: () => boolean) {
  let resolve = () => {}
  const come = new Promise<void>((done) => {
    resolve = done
  })
  const look = () => {
    if (isHere()) resolve()
  }
  look()
  return { come, look }
}

function readAhead(kept: Kept, file: string): void {
  const reading = readFile(file)
  kept.set(file, reading)
  const arrived = (bytes: Buffer) => {
    if (kept.get(file) === reading) kept.set(file, bytes)
  }
  // The next reader gets the failure; until then it is ignored.
  reading.then(arrived, () => undefined)
}

/** Null when the page cannot be read: it says so itself when it is asked for. */
function readPage(page: string): Buffer | null {
  try {
    return readFileSync(page)
  } catch (error) {
    if (isErrno(error)) return null
    throw error
  }
}

function namedIn(page: Buffer | null): string[] {
  return [...String(page ?? '').matchAll(NAMED)].map(([, name = '']) => name)
}
