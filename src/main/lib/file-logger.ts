import { appendFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import type { Clock } from './clock.ts'
import { isErrno } from './errno.ts'
import type { Logger } from './logger.ts'
import type { Redactor } from './redact.ts'

type Deps = {
  readonly file: string
  readonly redact: Pick<Redactor, 'data' | 'text'>
  readonly clock: Pick<Clock, 'now'>
  /** A file that would grow over this is set aside as `<name>.1<ext>`. */
  readonly maxBytes: number
  /** Number of rotated files kept. */
  readonly keep: number
}

/** A log in a file. Logging never throws and never waits; `flush` resolves when the lines are in the file. */
export type FileLogger = Logger & {
  readonly flush: () => Promise<void>
  /** Sets the least important lines that are written. */
  readonly setLevel: (level: Level) => void
  /** Writes what is left. Lines logged later are dropped. */
  readonly close: () => Promise<void>
}

type Level = 'info' | 'warn' | 'error'

const RANKS: Readonly<Record<Level, number>> = { info: 0, warn: 1, error: 2 }

const LONGEST_LINE = 64 * 1024
const MOST_WAITING = 5_000

/** One JSON object a line, redacted, rotated. A disk that refuses loses lines, and the next line says how many. */
export function createFileLogger(deps: Deps): FileLogger {
  let waiting: string[] = []
  let dropped = 0
  let writing: Promise<void> | null = null
  let closed = false
  let least: Level = 'info'
  const append = createAppender(deps)

  const writeAll = async () => {
    while (waiting.length > 0) {
      const lines = waiting
      waiting = []
      if (dropped > 0) lines.push(lineOf(deps, 'warn', 'Lines of this log were lost', { lines: dropped }))
      const written = await append(lines)
      dropped = written ? 0 : dropped + lines.length
    }
    writing = null
  }

  const log = (level: Level, message: string, data?: Readonly<Record<string, unknown>>) => {
    if (closed || RANKS[level] < RANKS[least]) return
    if (waiting.length >= MOST_WAITING) {
      dropped += 1
      return
    }
    waiting.push(lineOf(deps, level, message, data))
    writing ??= Promise.resolve().then(writeAll)
  }

  const flush = async () => {
    while (writing !== null) await writing
  }

  return {
    info: (message, data) => log('info', message, data),
    warn: (message, data) => log('warn', message, data),
    error: (message, error, data) => log('error', message, error === undefined ? data : { ...data, error }),
    flush,
    setLevel: (level) => {
      least = level
    },
    close: () => {
      closed = true
      return flush()
    },
  }
}

function lineOf(deps: Deps, level: Level, message: string, data?: Readonly<Record<string, unknown>>): string {
  const at = new Date(deps.clock.now()).toISOString()
  const head = { at, level, message: deps.redact.text(message) }
  const line = JSON.stringify(data === undefined ? head : { ...head, data: deps.redact.data(data) })
  if (line.length <= LONGEST_LINE) return `${line}\n`
  const short = { at, level, message: head.message.slice(0, 4_000), cut: line.length }
  return `${JSON.stringify(short)}\n`
}

/**
 * Creates the writer of lines. Returns whether they reached the file, because a logger has no other way to
 * report failures.
 */
function createAppender(deps: Deps): (lines: readonly string[]) => Promise<boolean> {
  let size: number | null = null

  const startSize = async () => {
    await mkdir(dirname(deps.file), { recursive: true, mode: 0o700 })
    const known = await stat(deps.file).catch(() => null)
    return known?.size ?? 0
  }

  return async (lines) => {
    try {
      size ??= await startSize()
      for (const chunk of chunksOf(lines, deps.maxBytes)) {
        const bytes = Buffer.byteLength(chunk)
        if (size > 0 && size + bytes > deps.maxBytes) {
          await rotate(deps.file, deps.keep)
          size = 0
        }
        await appendFile(deps.file, chunk, { mode: 0o600 })
        size += bytes
      }
      return true
    } catch {
      // The disk is full or the folder is gone. Look afresh next time.
      size = null
      return false
    }
  }
}

/** Joins lines into few writes, none larger than a file may be unless one line is. */
function chunksOf(lines: readonly string[], maxBytes: number): string[] {
  const chunks: string[] = []
  let chunk = ''
  let bytes = 0
  for (const line of lines) {
    const length = Buffer.byteLength(line)
    if (chunk !== '' && bytes + length > maxBytes) {
      chunks.push(chunk)
      chunk = ''
      bytes = 0
    }
    chunk += line
    bytes += length
  }
  if (chunk !== '') chunks.push(chunk)
  return chunks
}

async function rotate(file: string, keep: number): Promise<void> {
  const asideName = (index: number) => {
    const extension = extname(file)
    return `${file.slice(0, file.length - extension.length)}.${index}${extension}`
  }
  if (keep === 0) return rm(file, { force: true })
  await rm(asideName(keep), { force: true })
  for (let index = keep - 1; index >= 1; index--) {
    await rename(asideName(index), asideName(index + 1)).catch(ignoreMissing)
  }
  await rename(file, asideName(1)).catch(ignoreMissing)
}

function ignoreMissing(error: unknown): void {
  if (!isErrno(error, 'ENOENT')) throw error
}
