import { appendFile, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isErrno } from '../../lib/errno.ts'

/** Output kept in memory for reads and waits, in UTF-16 units. */
const MOST_KEPT = 1_000_000

/** Maximum size of one output file, in UTF-16 units. Two files hold the newest output. */
const MOST_IN_FILE = 4_000_000

/** Output that waits for a slow disk, in UTF-16 units. More is dropped from the file. */
const MOST_PENDING = 4_000_000

/** New output since a position. `missed` characters before it are no longer in memory. */
export type OutputSince = { readonly text: string; readonly missed: number; readonly next: number }

export type JobOutput = {
  readonly add: (text: string) => void
  readonly since: (position: number) => OutputSince
  /** Resolves when all output is in the file, or when the file failed. */
  readonly settled: () => Promise<void>
}

/** Keeps the newest output of a job in memory and in two bounded files. */
export function createJobOutput(file: string, report: (error: unknown) => void): JobOutput {
  let kept = ''
  let first = 0
  let pending = ''
  let inFile = 0
  let writing: Promise<void> | null = null

  const write = async (): Promise<void> => {
    try {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      while (pending !== '') {
        const text = pending
        pending = ''
        if (inFile > 0 && inFile + text.length > MOST_IN_FILE) {
          await rename(file, olderFile(file))
          inFile = 0
        }
        await appendFile(file, text, { mode: 0o600 })
        inFile += text.length
      }
    } catch (error) {
      // The newest output is still in memory.
      pending = ''
      report(error)
    }
  }

  return {
    add: (text) => {
      kept += text
      if (kept.length > MOST_KEPT * 2) {
        first += kept.length - MOST_KEPT
        kept = kept.slice(-MOST_KEPT)
      }
      pending = (pending + text).slice(-MOST_PENDING)
      writing ??= write().finally(() => {
        writing = null
      })
    },
    since: (position) => {
      const from = Math.max(position, first)
      return { text: kept.slice(from - first), missed: from - position, next: first + kept.length }
    },
    settled: async () => {
      if (writing !== null) await writing
    },
  }
}

const olderFile = (file: string): string => `${file}.old`

/** Reads the stored output of a job; empty when there is none. */
export async function readJobOutput(file: string): Promise<string> {
  const [older, newer] = await Promise.all([textOf(olderFile(file)), textOf(file)])
  return older + newer
}

/** Deletes the stored output of all jobs of a chat. */
export async function dropJobOutputs(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return ''
    throw error
  }
}
