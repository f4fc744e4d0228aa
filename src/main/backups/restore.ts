import { lstat, mkdir, readdir, readFile, realpath, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '#shared/errors.ts'
import type { HomeProgress } from '#shared/home/home-data.ts'
import { say } from '#shared/sentences.ts'
import { type HomePaths, homePaths } from '../config/paths.ts'
import { isErrno } from '../lib/errno.ts'
import { MANIFEST, Manifest, partsOf } from './backup-parts.ts'
import { checkCopy } from './copied-database.ts'
import { copyEntries, listTree } from './copy-tree.ts'
import { copyProblem, needRoom } from './room-on-disk.ts'

type Wanted = {
  /** The folder that `backUp` made. It is only read. */
  readonly backup: string
  /** The home to fill: a folder that is empty or not there. */
  readonly home: string
  readonly signal: AbortSignal
}

/**
 * Makes a home from a backup and returns what the backup says of itself. The home appears whole or not at all. Throws an
 * `AppError` for a home that holds anything, so no open or used home can be replaced.
 */
export async function restore({ backup, home, signal }: Wanted): Promise<Manifest> {
  const manifest = await manifestOf(backup)
  const place = await emptyHome(home)
  const draft = `${place}.restoring-${process.pid}`
  const copying = { backup, draft, follow: false, report: () => {}, signal }
  await copyFrom(copying, place, () => takePlace(draft, place))
  return manifest
}

type Copying = {
  readonly backup: string
  /** The folder of the copy. It is not there yet, and is removed after a failure. */
  readonly draft: string
  /** Whether parts that are links are copied too. Only those of the app's own copies lead where the person chose. */
  readonly follow: boolean
  readonly report: (progress: HomeProgress) => void
  readonly signal: AbortSignal
}

/** Copies a backup into a draft, checks it, and ends with `finish`. `place` is what errors name. */
export async function copyFrom(
  { backup, draft, follow, report, signal }: Copying,
  place: string,
  finish: () => Promise<void>,
): Promise<void> {
  const [from, to]: [HomePaths, HomePaths] = [homePaths(backup), homePaths(draft)]
  try {
    report({ phase: 'counting', done: 0, total: 0 })
    const entries = await entriesOf(from, draft, { follow, signal })
    const total = entries.reduce((sum, { bytes }) => sum + bytes, 0)
    await mkdir(dirname(draft), { recursive: true, mode: 0o700 })
    await needRoom(dirname(draft), total)
    await mkdir(draft, { mode: 0o700 })
    let done = 0
    const copied = (bytes: number) => {
      done += bytes
      report({ phase: 'copying', done, total })
    }
    await copyEntries(entries, { copied, signal })
    report({ phase: 'checking', done: total, total })
    checkCopy(to.database, from.database)
    // The check held the thread, so that a stop meanwhile was not heard.
    await setImmediate()
    signal.throwIfAborted()
    await finish()
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw copyProblem(error, place)
  }
}

/** Lists what a backup holds. Throws an `AppError` for one without a database. */
export async function entriesOf(
  from: HomePaths,
  to: string,
  { follow, signal }: { readonly follow: boolean; readonly signal: AbortSignal },
) {
  const backup = from.home
  const listed = await Promise.all(
    [from.database, ...partsOf(from)].map((part) =>
      listTree(part, join(to, relative(backup, part)), { follow, signal }),
    ),
  )
  const entries = listed.flat()
  const isDatabase = (entry: (typeof entries)[number]) =>
    entry.from === from.database && entry.kind === 'file'
  if (!entries.some(isDatabase)) throw notWhole(backup)
  return entries
}

/** Reads what a backup says of itself. Throws an `AppError` for a folder that is none. */
export async function manifestOf(backup: string): Promise<Manifest> {
  try {
    const file = join(backup, MANIFEST)
    const known = (await lstat(file)).isFile()
      ? Manifest.safeParse(JSON.parse(await readFile(file, 'utf8')))
      : null
    if (known?.success === true) return known.data
  } catch (error) {
    if (!(error instanceof SyntaxError) && !isErrno(error)) throw error
  }
  throw notWhole(backup)
}

/** Whether a backup is one that this home set aside itself. */
export async function isOwnCopy(backup: string, { replaced }: Pick<HomePaths, 'replaced'>): Promise<boolean> {
  try {
    return (await realpath(backup)).startsWith((await realpath(replaced)) + sep)
  } catch (error) {
    if (!isErrno(error)) throw error
    return false
  }
}

/** Returns the real path of a home that holds nothing. */
async function emptyHome(home: string): Promise<string> {
  try {
    const place = await realpath(home)
    if ((await readdir(place)).length === 0) return place
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return home
    if (!isErrno(error, 'ENOTDIR')) throw copyProblem(error, home)
  }
  throw notEmpty(home)
}

/** Removing the empty folder fails when something was put there meanwhile. */
async function takePlace(draft: string, place: string): Promise<void> {
  try {
    await rmdir(place)
  } catch (error) {
    if (isErrno(error, 'ENOTEMPTY', 'EEXIST')) throw notEmpty(place)
    if (!isErrno(error, 'ENOENT')) throw error
  }
  await rename(draft, place)
}

const notWhole = (place: string) => AppError.saying('other', say('backup.notWhole', { place }))
const notEmpty = (place: string) => AppError.saying('other', say('backup.homeFull', { place }))
