import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'

/** More than any definition or skill needs. */
const MOST_BYTES = 64 * 1024

/** What a file holds, or a sentence's end on why it is not read. */
export type TextFile =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: string }

/** Reads a small text file, or null when there is none. With `within`, nothing outside of that folder is read. */
export async function readTextFile(path: string, within: string | null): Promise<TextFile | null> {
  try {
    if (within !== null && !isInside(await realpath(within), await realpath(path))) {
      return no('is a link to a place outside of its folder, so it is not read')
    }
    // Without O_NONBLOCK opening a pipe waits for somebody to write into it.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const found = await file.stat()
      if (!found.isFile()) return no('is no file')
      if (found.size > MOST_BYTES) return no('is larger than 64 KiB')
      return decoded(await file.readFile())
    } finally {
      await file.close()
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    return no(`cannot be read (${String(error.code)})`)
  }
}

/** Whether a canonical path is a canonical folder or lies in it. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function decoded(bytes: Uint8Array): TextFile {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { ok: true, text: text.replace(/\r\n?/g, '\n') }
  } catch (error) {
    if (error instanceof TypeError) return no('is not UTF-8 text')
    throw error
  }
}

function no(why: string): TextFile {
  return { ok: false, why }
}
