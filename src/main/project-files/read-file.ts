import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { AppError } from '#shared/errors.ts'
import {
  type LineEndings,
  MOST_EDITED,
  type OpenedFile,
  type ReadOnlyReason,
  type TextFile,
} from '#shared/file/project-file.ts'
import { isNotebookPath } from '#shared/notebook/notebook.ts'
import { say } from '#shared/sentences.ts'
import { fileKind } from '../tools/files/file-kind.ts'
import type { Located } from '../tools/files/locate-path.ts'
import {
  loadFile,
  type StandingFile,
  type StoredFile,
  stampOf,
  standingAt,
  WHOLE_FILE_LIMIT,
  withFile,
} from '../tools/files/stored-file.ts'
import { decodeText, detectEncoding, type TextEncoding } from '../tools/files/text-encoding.ts'

/** Bytes shown of a file that is too large to edit. */
const SHOWN_BYTES = 256 * 1024

/** A text file as it is on the disk, with what a save needs to keep its form. */
export type LoadedText = StoredFile & {
  readonly encoding: TextEncoding
  /** The decoded text with its own line breaks. */
  readonly raw: string
}

/** Reads a file for the viewer. `readOnly` is a reason known before. Throws an `AppError` for folders and devices. */
export async function readFile(
  file: Located,
  path: string,
  readOnly: ReadOnlyReason | null,
): Promise<OpenedFile> {
  const standing = await fileAt(file, path)
  const isLarge = standing.size > MOST_EDITED
  // A part of a notebook is no notebook, and its pictures make it large.
  const isWhole = !isLarge || (isNotebookPath(path) && standing.size <= WHOLE_FILE_LIMIT)
  if (!isWhole) return await readHead(file, path, standing)
  const stored = await loadFile(file, standing)
  const loaded = textOf(stored)
  if (loaded === null) return binary(path, standing.size, stored.bytes)
  return shown(path, loaded, isLarge ? 'large' : (readOnly ?? (await reasonOf(file, loaded))))
}

/** Returns an ordinary file at a place. Throws an `AppError` for anything else. */
export async function fileAt(file: Located, path: string): Promise<StandingFile> {
  const standing = await standingAt(file)
  if (standing.kind === 'file') return standing
  const name = standing.kind === 'folder' ? 'projectFile.folder' : 'projectFile.gone'
  throw AppError.saying('other', say(name, { path }))
}

/** Decodes a file; null when it is no text. */
export function textOf(stored: StoredFile): LoadedText | null {
  const encoding = detectEncoding(stored.bytes)
  return encoding === null ? null : { ...stored, encoding, raw: decodeText(stored.bytes, encoding) }
}

/** Returns a decoded file as the viewer shows it. */
export function shown(path: string, loaded: LoadedText, readOnly: ReadOnlyReason | null): TextFile {
  const { raw, encoding, stamp } = loaded
  const { text, endings } = withoutReturns(raw)
  const { sha256 } = stamp
  return { kind: 'text', path, text, sha256, ...named(encoding), endings, readOnly }
}

/** Replaces CRLF by LF. */
export function withoutReturns(raw: string): { readonly text: string; readonly endings: LineEndings } {
  const pairs = raw.split('\r\n').length - 1
  if (pairs === 0) return { text: raw, endings: 'lf' }
  const breaks = raw.split('\n').length - 1
  return { text: raw.replaceAll('\r\n', '\n'), endings: pairs === breaks ? 'crlf' : 'mixed' }
}

const named = ({ charset, bom }: TextEncoding) => ({ encoding: NAMES[charset], bom })

const NAMES: Readonly<Record<TextEncoding['charset'], string>> = {
  utf8: 'UTF-8',
  utf16le: 'UTF-16 LE',
  utf16be: 'UTF-16 BE',
  latin1: 'Latin-1',
  gb18030: 'GB18030',
  big5: 'Big5',
  shift_jis: 'Shift JIS',
  windows1252: 'Windows-1252',
}

async function reasonOf({ absolute }: Located, { encoding }: LoadedText): Promise<ReadOnlyReason | null> {
  if (encoding.lossy === true) return 'encoding'
  try {
    await access(absolute, constants.W_OK)
    return null
  } catch {
    return 'permission'
  }
}

/** Reads the beginning of a large file. */
async function readHead(file: Located, path: string, { size, mtimeMs }: StandingFile): Promise<OpenedFile> {
  const bytes = await withFile(file, async (handle) => {
    const buffer = Buffer.alloc(SHOWN_BYTES)
    const { bytesRead } = await handle.read(buffer, 0, SHOWN_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  })
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  // A letter of several bytes may be cut at the end, a line break is not.
  const end = isWide ? bytes.length - (bytes.length % 2) : bytes.lastIndexOf(0x0a) + 1
  const head = bytes.subarray(0, end > 0 ? end : bytes.length)
  const loaded = textOf({ bytes: head, mode: 0, stamp: stampOf(head, mtimeMs) })
  return loaded === null ? binary(path, size, bytes) : shown(path, loaded, 'huge')
}

const binary = (path: string, size: number, head: Uint8Array): OpenedFile => ({
  kind: 'binary',
  path,
  size,
  type: fileKind(head)?.name ?? null,
})
