import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { CallId, ProjectId, RunId, SessionId } from '#shared/ids.ts'
import { isErrno } from '../../lib/errno.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Changing } from '../record-change.ts'
import type { FolderBefore } from './folder-before.ts'
import type { SeenFile } from './seen-files.ts'

/** The scan before a command, with the author of the command. */
export type StoredScan = { readonly before: FolderBefore; readonly who: Changing }

type Deps = { readonly folder: string; readonly logger: Logger }

const ENDING = '.look'

/**
 * Looks at folders on the disk, for as long as their commands run: one that is there at a start was left by a command
 * whose end the app did not live to see. They are not synced: the app may die at any moment, the machine may not.
 */
export function createStoredScans({ folder, logger }: Deps) {
  const running = new Set<string>()
  const remove = (name: string) => rm(join(folder, name), { force: true })

  const write = async (name: string, look: StoredScan, signal: AbortSignal): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const draft = join(folder, `${name}.tmp`)
    // As one: each piece of a list is a write of its own, and there may be thousands.
    await writeFile(draft, Buffer.concat(await piecesOf(look)), { mode: 0o600, signal })
    await rename(draft, join(folder, name))
  }

  return {
    /** Keeps a look until the answer is called. Where it cannot be kept, the command runs all the same. */
    keep: async (look: StoredScan, signal: AbortSignal): Promise<() => Promise<void>> => {
      const name = `${randomUUID()}${ENDING}`
      running.add(name)
      const letGo = async () => {
        await remove(name).catch((error: unknown) =>
          logger.warn('A look at a folder could not be removed', { reason: String(error) }),
        )
        running.delete(name)
      }
      try {
        await write(name, look, signal)
      } catch (error) {
        await letGo()
        await remove(`${name}.tmp`)
        signal.throwIfAborted()
        logger.warn('A look at a folder could not be kept', { reason: String(error) })
      }
      return letGo
    },
    /** The looks of an earlier start. What was not written to its end goes. */
    left: async (): Promise<string[]> => {
      const names = await namesIn(folder)
      const mine = (name: string) => running.has(name.replace(/\.tmp$/, ''))
      for (const name of names) if (!name.endsWith(ENDING) && !mine(name)) await remove(name)
      return names.filter((name) => name.endsWith(ENDING) && !mine(name)).sort()
    },
    /** Null for what is no whole look. */
    read: async (name: string): Promise<StoredScan | null> => lookIn(await readFile(join(folder, name))),
    remove,
  }
}
export type StoredScans = ReturnType<typeof createStoredScans>

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return []
    throw error
  }
}

const Head = z.strictObject({
  layout: z.literal(1),
  root: z.string(),
  since: z.number(),
  startedAt: z.number(),
  lines: z.number(),
  who: z.strictObject({
    projectId: ProjectId.nullable(),
    sessionId: SessionId,
    runId: RunId.nullable(),
    callId: CallId.nullable(),
    reach: z.array(
      z.strictObject({
        sessionId: SessionId,
        runId: RunId.nullable(),
        callId: CallId.nullable(),
        seq: z.number(),
      }),
    ),
  }),
})

/** Path, size, time, number, permissions, birth, what git has, and the hash of what was copied. */
const Entry = z.tuple([
  ...[z.string(), z.number(), z.number(), z.number(), z.number(), z.number()],
  ...[z.string().nullable(), z.string().nullable()],
] as const)
const Entries = z.array(Entry)

/** Files in one line: few enough to be made and read within a turn of the loop. */
const A_LINE = 500

/** A line about the look, lines of files, and the copies one after the other in the order of those. */
async function piecesOf({ before, who }: StoredScan): Promise<Uint8Array[]> {
  const { root, since, startedAt, files, clean, copies } = before
  const all = [...files]
  const lines = Math.ceil(all.length / A_LINE)
  const pieces: Uint8Array[] = [lineOf({ layout: 1, root, since, startedAt, lines, who })]
  const kept: Buffer[] = []
  for (let at = 0; at < all.length; at += A_LINE) {
    await nextTurn()
    const part = all.slice(at, at + A_LINE).map(([path, seen]): z.infer<typeof Entry> => {
      const copy = copies.get(path)
      if (copy !== undefined) kept.push(copy)
      const { size, mtimeMs, ino, mode, bornMs } = seen
      const git = clean.get(path) ?? null
      return [path, size, mtimeMs, ino, mode, bornMs, git, copy === undefined ? null : hashOf(copy)]
    })
    pieces.push(lineOf(part))
  }
  return [...pieces, ...kept]
}

async function lookIn(bytes: Buffer): Promise<StoredScan | null> {
  let at = 0
  const nextLine = (): unknown => {
    const end = bytes.indexOf(10, at)
    const line = bytes.toString('utf8', at, end < 0 ? bytes.length : end)
    at = end < 0 ? bytes.length : end + 1
    return jsonOf(line)
  }
  const head = Head.safeParse(nextLine())
  if (!head.success) return null
  const { root, since, startedAt, lines, who } = head.data
  const files = new Map<string, SeenFile>()
  const clean = new Map<string, string>()
  const copied: { path: string; size: number; hash: string }[] = []
  for (let line = 0; line < lines; line += 1) {
    await nextTurn()
    const entries = Entries.safeParse(nextLine())
    if (!entries.success) return null
    for (const [path, size, mtimeMs, ino, mode, bornMs, git, hash] of entries.data) {
      files.set(path, { size, mtimeMs, ino, mode, bornMs })
      if (git !== null) clean.set(path, git)
      if (hash !== null) copied.push({ path, size, hash })
    }
  }
  const copies = new Map<string, Buffer>()
  for (const { path, size, hash } of copied) {
    const copy = bytes.subarray(at, at + size)
    at += size
    // One that did not come through as it was is one that was never made.
    if (copy.length === size && hashOf(copy) === hash) copies.set(path, copy)
  }
  return { who, before: { root, since, startedAt, files, clean, copies } }
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const lineOf = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`)

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
