import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { unreadable } from './file-errors.ts'

/** A line of a file: what it says, or that it is none of text. */
export type Line = { readonly text: string } | { readonly damaged: true }

export type LineLimits = { readonly fileBytes: number; readonly lineBytes: number }

/** Larger files are refused before anything of them is read. */
export const LINE_LIMITS: LineLimits = { fileBytes: 512 * 1024 * 1024, lineBytes: 32 * 1024 * 1024 }

const CHUNK_BYTES = 1024 * 1024
const NEWLINE = 0x0a

/**
 * Streams the lines of a text file without loading it. Lines that are too long or not UTF-8 are reported as
 * damaged. UTF-16 with a byte order mark is supported.
 */
export async function* readLines(
  path: string,
  signal: AbortSignal,
  limits: LineLimits = LINE_LIMITS,
): AsyncGenerator<Line> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw unreadable(path, error)
  })
  try {
    const { size } = await file.stat()
    if (size > limits.fileBytes) {
      throw AppError.saying('limit.exceeded', say('file.tooLarge', { size: megabytes(limits.fileBytes) }))
    }
    yield* linesIn(chunksOf(path, file, signal), limits.lineBytes)
  } finally {
    await file.close()
  }
}

async function* chunksOf(path: string, file: FileHandle, signal: AbortSignal): AsyncGenerator<Buffer> {
  let recode: ((bytes: Buffer) => Buffer) | null = null
  for (let at = 0; ; ) {
    signal.throwIfAborted()
    const chunk = Buffer.alloc(CHUNK_BYTES)
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, at).catch((error: unknown) => {
      throw unreadable(path, error)
    })
    if (bytesRead === 0) return
    const bytes = chunk.subarray(0, bytesRead)
    recode ??= recoderFor(bytes)
    yield recode(bytes)
    at += bytesRead
  }
}

/** Returns the converter to UTF-8, chosen by the byte order mark. */
function recoderFor(first: Buffer): (bytes: Buffer) => Buffer {
  const mark = first.subarray(0, 2).toString('hex')
  if (mark !== 'fffe' && mark !== 'feff') return (bytes) => bytes
  const decoder = new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be')
  return (bytes) => Buffer.from(decoder.decode(bytes, { stream: true }), 'utf8')
}

async function* linesIn(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Line> {
  let held: Buffer[] = []
  let heldBytes = 0
  let tooLong = false
  const hold = (piece: Buffer): void => {
    tooLong ||= heldBytes + piece.length > maxBytes
    if (tooLong) {
      held = []
      heldBytes = 0
      return
    }
    held.push(piece)
    heldBytes += piece.length
  }
  const take = (): Line => {
    const line: Line = tooLong ? { damaged: true } : decoded(Buffer.concat(held, heldBytes))
    held = []
    heldBytes = 0
    tooLong = false
    return line
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      hold(chunk.subarray(from, end))
      yield take()
      from = end + 1
    }
    if (from < chunk.length) hold(chunk.subarray(from))
  }
  if (heldBytes > 0 || tooLong) yield take()
}

/** Without the mark some editors put at the beginning of a file. */
function decoded(bytes: Buffer): Line {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch (error) {
    if (error instanceof TypeError) return { damaged: true }
    throw error
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}
