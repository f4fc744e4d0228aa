import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdir, readdir, stat, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { removeFilled } from './remove-filled.ts'
import { unlessMissing } from './unless-missing.ts'

/** A project without commands for this long loses its caches, in milliseconds. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** The use of caches is noted this often, in milliseconds. */
const NOTED_MS = 60 * 60 * 1000

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/**
 * Returns the folder that commands of a project see instead of a cache, and creates it. Every command asks for several,
 * so what is there is only looked at.
 */
export async function privateCache(folder: string, root: string, cache: string): Promise<string> {
  const project = join(folder, shortHash(root))
  const path = join(project, `${basename(cache)}-${shortHash(cache)}`)
  if (!existsSync(path)) await mkdir(path, { recursive: true, mode: 0o700 })
  const now = Date.now()
  const noted = statSync(project).mtimeMs
  if (Math.abs(now - noted) > NOTED_MS) await utimes(project, new Date(now), new Date(now))
  return path
}

/** Removes the caches of projects that were not used for a month. Those that cannot be removed are reported and stay. */
export async function removeOldCaches(
  folder: string,
  now: number,
  report: (error: unknown) => void,
): Promise<void> {
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    const path = join(folder, name)
    const used = (await unlessMissing(stat(path)))?.mtimeMs ?? now
    if (used < now - KEPT_MS) await removeFilled(path).catch(report)
  }
}
