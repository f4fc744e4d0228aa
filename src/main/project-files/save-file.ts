import { diffArrays } from 'diff'
import { AppError } from '#shared/errors.ts'
import type { SavedFile } from '#shared/file/project-file.ts'
import { say } from '#shared/sentences.ts'
import { isErrno } from '../lib/errno.ts'
import type { Splice } from '../tools/edit/carried-change.ts'
import { lineEndings } from '../tools/edit/line-endings.ts'
import type { Located } from '../tools/files/locate-path.ts'
import { draftBeside, replaceFile } from '../tools/files/replace-file.ts'
import { loadFile, type StoredFile, standingAt } from '../tools/files/stored-file.ts'
import { encodeText, type TextEncoding } from '../tools/files/text-encoding.ts'
import { fileAt, readFile, shown, textOf, withoutReturns } from './read-file.ts'

/** Milliseconds for finding the changed lines of a file with mixed line breaks. */
const DIFF_LIMIT_MS = 1_000

type Saving = { readonly path: string; readonly text: string; readonly base: string | null }

const PLAIN: TextEncoding = { charset: 'utf8', bom: false }

/** Writes a text over a file, whole or not at all. Writes nothing where the file is not the one with `base`. */
export async function saveFile(
  file: Located,
  { path, text, base }: Saving,
  signal: AbortSignal,
): Promise<SavedFile> {
  const standing = await standingAt(file)
  if (standing.kind === 'nothing') {
    if (base !== null) return { saved: false, now: null }
    return await write(file, { path, bytes: encodeText(text, PLAIN), mode: null, seen: null }, signal)
  }
  const stored = await loadFile(file, await fileAt(file, path))
  if (stored.stamp.sha256 !== base) return { saved: false, now: await readFile(file, path, null) }
  const bytes = bytesOf(path, stored, text)
  return await write(file, { path, bytes, mode: stored.mode, seen: stored.stamp }, signal)
}

type Next = Pick<Parameters<typeof replaceFile>[0], 'mode' | 'seen'> & {
  readonly path: string
  readonly bytes: Buffer
}

async function write(file: Located, { path, ...next }: Next, signal: AbortSignal): Promise<SavedFile> {
  try {
    const stamp = await replaceFile({ file, ...next }, draftBeside(file.absolute), signal)
    const loaded = textOf({ bytes: next.bytes, mode: next.mode ?? 0, stamp })
    if (loaded === null) throw new Error('A saved text is no text.')
    return { saved: true, file: shown(path, loaded, null) }
  } catch (error) {
    const reason = error instanceof AppError ? error.cause : error
    if (!isErrno(reason, 'FILE_CHANGED')) throw error
    const isThere = (await standingAt(file)).kind === 'file'
    return { saved: false, now: isThere ? await readFile(file, path, null) : null }
  }
}

/** Encodes a text as the file is encoded, with its byte order mark and line breaks. */
export function bytesOf(path: string, stored: StoredFile, text: string): Buffer {
  const loaded = textOf(stored)
  if (loaded === null || loaded.encoding.lossy === true)
    throw AppError.saying('other', say('projectFile.notText', { path }))
  try {
    return encodeText(withEndingsOf(loaded.raw, text), loaded.encoding)
  } catch (error) {
    // The only failure: a letter that the encoding does not have.
    if (!(error instanceof AppError)) throw error
    const { encoding } = shown(path, loaded, null)
    throw AppError.saying('other', say('projectFile.letters', { path, encoding }), { cause: error })
  }
}

/** Returns a text with LF line breaks in the line breaks of the original. Unchanged lines keep theirs. */
export function withEndingsOf(original: string, text: string): string {
  const before = withoutReturns(original)
  if (before.endings === 'lf') return text
  if (before.endings === 'crlf') return text.replaceAll('\n', '\r\n')
  return lineEndings(original).apply(changedLines(before.text, text))
}

function changedLines(before: string, after: string): readonly Splice[] {
  const [old, next] = [linesOf(before), linesOf(after)]
  const parts = diffArrays(old, next, { timeout: DIFF_LIMIT_MS })
  if (parts === undefined) return [{ from: 0, to: before.length, put: after }]
  const splices: Splice[] = []
  let at = 0
  for (const part of parts) {
    const text = part.value.join('')
    if (part.removed) splices.push({ from: at, to: at + text.length, put: '' })
    if (part.added) {
      const last = splices.at(-1)
      const joins = last !== undefined && last.to === at && last.put === ''
      if (joins) splices[splices.length - 1] = { ...last, put: text }
      else splices.push({ from: at, to: at, put: text })
    } else at += text.length
  }
  return splices
}

const linesOf = (text: string): string[] => text.split(/(?<=\n)/)
