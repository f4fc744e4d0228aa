import { existsSync } from 'node:fs'
import { mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { HomeProgress } from '#shared/home/home-data.ts'
import { say } from '#shared/sentences.ts'
import { type HomePaths, homePaths } from '../config/paths.ts'
import { isErrno } from '../lib/errno.ts'
import { freeDatedName } from '../lib/files/free-dated-name.ts'
import { noteBackupFolder } from './backup-folders.ts'
import { MANIFEST, type Manifest, partsOf } from './backup-parts.ts'
import { checkCopy, copyDatabase } from './copied-database.ts'
import { copyEntries, listTree } from './copy-tree.ts'
import { copyProblem, needRoom } from './room-on-disk.ts'

type Wanted = {
  readonly paths: HomePaths
  /** An existing folder outside the home. */
  readonly target: string
  readonly appVersion: string
  readonly now: number
  readonly report: (progress: HomeProgress) => void
  readonly signal: AbortSignal
}

/**
 * Copies a home into a new folder `orrery-backup-<date>` of the target, also while a window uses the home, and returns that
 * folder. Secrets are not in it. A failure or an abort leaves nothing behind and throws an `AppError` or the reason of
 * the signal.
 */
export async function backUp({ paths, target, appVersion, now, report, signal }: Wanted): Promise<string> {
  const folder = await allowedTarget(paths, target)
  const draft = join(folder, `.orrery-backup-${process.pid}-${now}.part`)
  const copy = homePaths(draft)
  await noteBackupFolder(paths.backupFolders, folder)
  try {
    report({ phase: 'counting', done: 0, total: 0 })
    const list = async () => {
      const trees = partsOf(paths).map((part) =>
        listTree(part, join(draft, relative(paths.home, part)), { follow: true, signal }),
      )
      return (await Promise.all(trees)).flat()
    }
    const { size } = await stat(paths.database)
    const bytes = (await list()).reduce((sum, entry) => sum + entry.bytes, size)
    await needRoom(folder, bytes)
    await mkdir(copy.data, { recursive: true, mode: 0o700 })
    // Before the files, and these are listed once more: a blob is written before the row that names it.
    const at = (done: number) => report({ phase: 'copying', done: Math.min(done, bytes), total: bytes })
    await copyDatabase(paths.database, copy.database, { copied: (share) => at(size * share), signal })
    report({ phase: 'checking', done: size, total: bytes })
    checkCopy(copy.database, paths.database)
    let done = size
    const copied = (more: number) => {
      done += more
      at(done)
    }
    await copyEntries(await list(), { copied, signal })
    const manifest: Manifest = { format: 1, madeAt: now, appVersion }
    await writeFile(join(draft, MANIFEST), `${JSON.stringify(manifest)}\n`, { mode: 0o600 })
    signal.throwIfAborted()
    const made = freeDatedName(folder, 'orrery-backup', now)
    await rename(draft, made)
    return made
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw copyProblem(error, folder)
  }
}

async function allowedTarget(paths: HomePaths, target: string): Promise<string> {
  if (!existsSync(paths.database)) {
    throw AppError.saying('db.unavailable', say('backup.nothing', { place: paths.home }))
  }
  const folder = await realpath(target).catch((error: unknown) => {
    if (!isErrno(error)) throw error
    throw AppError.saying('project.not_found', say('backup.noFolder', { place: target }), { cause: error })
  })
  if (!(await stat(folder)).isDirectory()) {
    throw AppError.saying('project.not_directory', say('backup.noFolder', { place: target }))
  }
  const home = await realpath(paths.home)
  if (folder === home || folder.startsWith(home + sep)) {
    throw AppError.saying('other', say('backup.inHome', { place: dirname(home) }))
  }
  return folder
}
