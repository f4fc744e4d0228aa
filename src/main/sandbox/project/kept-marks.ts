import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { unlessMissing } from '../unless-missing.ts'
import type { ProjectMark } from './guard-project.ts'

/** A mark on the disk, as long as the command it belongs to was not checked. */
export type KeptMark = {
  /** Resolves when the mark is on the disk, or could not be stored: a command that frees a full disk must run. */
  readonly ready: Promise<void>
  /** Notes that the command runs, and that nothing will be noted for so many milliseconds. */
  readonly stillRuns: (ms: number) => Promise<void>
  readonly drop: () => Promise<void>
}

/** The mark of a command that was not checked because the app ended. */
export type LeftMark = {
  readonly session: string
  readonly mark: ProjectMark
  /** Changes after this moment, in epoch milliseconds, are not of the command. */
  readonly until: number
  readonly drop: () => Promise<void>
}

const identities = z.array(z.tuple([z.string(), z.string()]))
const Stored = z.strictObject({
  session: z.string(),
  root: z.string(),
  around: z.string().nullable(),
  since: z.number(),
  steering: identities,
  repositories: identities,
  closed: z.array(z.string()),
  git: identities,
  missing: z.array(z.string()),
})

/** Programs that a killed app leaves behind are ended within seconds. */
const ENDS_WITHIN_MS = 15_000

/**
 * Keeps the marks of running commands in a folder of the app's home, which no command can write. When the app is killed,
 * the next start checks what those commands left.
 */
export function createKeptMarks(folder: string, now: () => number) {
  const made = mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined)
  return {
    /** Stores a mark. Its command starts when it is ready. */
    keep: (mark: ProjectMark, session: string): KeptMark => {
      const file = join(folder, `${randomUUID()}.json`)
      const text = JSON.stringify(storedOf(mark, session))
      const ready = made.then(() => writeFile(file, text, { mode: 0o600 })).catch(() => {})
      return {
        ready,
        stillRuns: async (ms) => {
          const next = new Date(now() + ms)
          await unlessMissing(utimes(file, next, next))
        },
        drop: async () => {
          await ready
          await unlessMissing(rm(file, { force: true }))
        },
      }
    },
    /** Returns the marks that an earlier start left. A file that was not written whole belongs to no command. */
    left: async (): Promise<LeftMark[]> => {
      const names = (await unlessMissing(readdir(folder))) ?? []
      const found = await Promise.all(names.map((name) => readLeft(join(folder, name))))
      return found.flatMap((each) => (each === null ? [] : [each]))
    },
  }
}

export type KeptMarks = ReturnType<typeof createKeptMarks>

async function readLeft(file: string): Promise<LeftMark | null> {
  const drop = () => rm(file, { force: true })
  const [there, text] = [await unlessMissing(stat(file)), await unlessMissing(readFile(file, 'utf8'))]
  const stored = text === null ? null : read(text)
  if (there === null || stored === null) {
    await drop()
    return null
  }
  const { session, steering, repositories, closed, git, ...rest } = stored
  const mark: ProjectMark = {
    ...rest,
    complete: true,
    steering: new Map(steering),
    repositories: new Map(repositories),
    closed: new Set(closed),
    git: new Map(git),
  }
  return { session, mark, drop, until: Math.max(there.mtimeMs, mark.since) + ENDS_WITHIN_MS }
}

function read(text: string): z.infer<typeof Stored> | null {
  try {
    return Stored.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function storedOf(mark: ProjectMark, session: string): z.infer<typeof Stored> {
  const { root, around, since, missing } = mark
  return {
    session,
    root,
    around,
    since,
    steering: [...mark.steering],
    repositories: [...mark.repositories],
    closed: [...mark.closed],
    git: [...mark.git],
    missing: [...missing],
  }
}
