import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from './files.mjs'

/** A holder touches its lock this often, and is taken for dead after this long without a touch. */
const beatMs = 2_000
const deadAfterMs = 20_000

/**
 * Runs the work while holding a lock file. A second set-up waits for the first, and one that was killed
 * does not block the next: its lock is stale.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {{ waiting?: (holder: string) => void }} options
 * @returns {Promise<T>}
 */
export async function withLock(file, work, { waiting = () => {} } = {}) {
  const holder = JSON.stringify({ pid: process.pid, host: hostname(), token: randomUUID() })
  await mkdir(dirname(file), { recursive: true })
  await acquire(file, holder, waiting)
  const beat = setInterval(() => {
    const now = new Date()
    // Somebody may have deleted the lock by hand; the work goes on and the release copes.
    utimes(file, now, now).catch(() => {})
  }, beatMs)
  beat.unref()
  try {
    return await work()
  } finally {
    clearInterval(beat)
    if ((await read(file))?.holder === holder) await rm(file, { force: true })
  }
}

/**
 * True when nobody can still be holding this lock.
 * @param {{ holder: string, mtimeMs: number }} lock
 * @param {{ now: number, host: string, isAlive: (pid: number) => boolean }} world
 */
export function isStale(lock, world) {
  if (world.now - lock.mtimeMs > deadAfterMs) return true
  const { pid, host } = parse(lock.holder)
  return host === world.host && pid !== null && !world.isAlive(pid)
}

/**
 * @param {string} file
 * @param {string} holder
 * @param {(holder: string) => void} waiting
 */
async function acquire(file, holder, waiting) {
  let told = false
  for (;;) {
    if (await createOnce(file, holder)) return
    const lock = await read(file)
    if (!lock) continue
    if (isStale(lock, { now: Date.now(), host: hostname(), isAlive })) {
      await removeStale(file, lock.holder)
      continue
    }
    if (!told) waiting(`process ${parse(lock.holder).pid ?? 'unknown'}`)
    told = true
    await wait(250)
  }
}

/**
 * A hard link appears with its whole content or not at all; `wx` alone could be read while empty.
 * @param {string} file
 * @param {string} holder
 */
async function createOnce(file, holder) {
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, holder)
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * Two waiters may find the same stale lock. Whoever moves away a fresh one by mistake puts it back.
 * @param {string} file
 * @param {string} stale
 */
async function removeStale(file, stale) {
  const aside = `${file}.${randomUUID()}`
  try {
    await rename(file, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  if ((await read(aside))?.holder !== stale) await link(aside, file).catch(() => {})
  await rm(aside, { force: true })
}

/** @param {string} file */
async function read(file) {
  try {
    return { holder: await readFile(file, 'utf8'), mtimeMs: (await stat(file)).mtimeMs }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** @param {string} holder @returns {{ pid: number | null, host: string | null }} */
function parse(holder) {
  try {
    const { pid, host } = JSON.parse(holder)
    return { pid: Number.isInteger(pid) ? pid : null, host: typeof host === 'string' ? host : null }
  } catch {
    // Not written by us; only its age can say whether it is stale.
    return { pid: null, host: null }
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
