import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'
import { type Sentence, type SentenceName, say } from '#shared/sentences.ts'
import { isErrno } from '../lib/errno.ts'

type Known = Sentence & { readonly name: SentenceName }

/** More than any definition or skill needs. */
const MOST_BYTES = 64 * 1024

/** The text of a file, or the sentence that says why it is not read. */
export type TextFile =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: Known }

/** `within` is the folder outside of which nothing is read, `shown` what the file is called to people. */
export type TextPlace = { readonly within: string | null; readonly shown: string }

/** Reads a small text file, or null when there is none. */
export async function readTextFile(
  path: string,
  { within, shown: file }: TextPlace,
): Promise<TextFile | null> {
  try {
    if (within !== null && !isInside(await realpath(within), await realpath(path))) {
      return no(say('source.outside', { file }))
    }
    // Without O_NONBLOCK opening a pipe would wait for a writer.
    const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const found = await handle.stat()
      if (!found.isFile()) return no(say('source.noFile', { file }))
      if (found.size > MOST_BYTES) return no(say('source.tooLarge', { file }))
      return decoded(await handle.readFile(), file)
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (!isErrno(error)) throw error
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    return no(say('source.unreadable', { file, code: error.code }))
  }
}

/** Whether a canonical path is a canonical folder or inside it. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function decoded(bytes: Uint8Array, file: string): TextFile {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { ok: true, text: text.replace(/\r\n?/g, '\n') }
  } catch (error) {
    if (error instanceof TypeError) return no(say('source.notText', { file }))
    throw error
  }
}

function no(why: Known): TextFile {
  return { ok: false, why }
}
