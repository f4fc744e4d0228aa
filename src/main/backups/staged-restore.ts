import { existsSync } from 'node:fs'
import { cp, lstat, mkdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { HomeProgress, RestoredHome } from '#shared/home/home-data.ts'
import { say } from '#shared/sentences.ts'
import { type HomePaths, homePaths } from '../config/paths.ts'
import { codeOf, isErrno } from '../lib/errno.ts'
import { writeFileAtomic } from '../lib/files/atomic-file.ts'
import { freeDatedName } from '../lib/files/free-dated-name.ts'
import type { Logger } from '../lib/logger.ts'
import { MANIFEST, Manifest, partsOf } from './backup-parts.ts'
import { copyFrom, isOwnCopy, manifestOf } from './restore.ts'
import { syncTree } from './sync-tree.ts'

type Staging = {
  readonly paths: Pick<HomePaths, 'home' | 'restore' | 'replaced'>
  /** The folder of the backup. It is only read. */
  readonly backup: string
  readonly report: (progress: HomeProgress) => void
  readonly signal: AbortSignal
}

/**
 * A restore that the next start does. `aside` is the name of the folder for the previous data, once there is one: a name,
 * so that a plan cannot lead out of the home.
 */
const Plan = z.object({
  manifest: Manifest,
  aside: z
    .string()
    .regex(/^orrery-backup-[\d-]+$/)
    .nullable(),
  isAside: z.boolean(),
})
type Plan = z.infer<typeof Plan>

/** The files of a staged restore: the copy of the backup, and the plan, which is written last. */
const stagedIn = (restore: string) => ({ files: join(restore, 'files'), plan: join(restore, 'plan.json') })

/**
 * Copies a backup into the home and checks it, for `planRestore`. The data in use stays as it is. Throws an `AppError` for
 * a backup that cannot be used and for a disk without room, and leaves nothing then.
 */
export async function stageRestore({ paths, backup, report, signal }: Staging): Promise<Manifest> {
  const manifest = await manifestOf(backup)
  await rm(paths.restore, { recursive: true, force: true })
  const { files } = stagedIn(paths.restore)
  const follow = await isOwnCopy(backup, paths)
  await copyFrom({ backup, draft: files, follow, report, signal }, paths.home, () => syncTree(files, signal))
  return manifest
}

/**
 * Has the next start take in the copied backup. This is apart from the copy: its thread may finish after a stop, and a
 * stopped restore must not happen. Throws the reason of the signal.
 */
export async function planRestore(
  { restore }: Pick<HomePaths, 'restore'>,
  manifest: Manifest,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const first: Plan = { manifest, aside: null, isAside: false }
  await writeFileAtomic(stagedIn(restore).plan, JSON.stringify(first), { mode: 0o600 })
}

type TakingIn = {
  readonly paths: HomePaths
  readonly appVersion: string
  readonly now: () => number
  readonly logger: Pick<Logger, 'info' | 'warn'>
}

/**
 * Takes a staged backup in, before anything of the home is open: the data of before moves into a folder of its own, then
 * the backup takes its place. A step that was cut off is done again by the next start. Keys, logs, worktrees and caches stay.
 */
export async function takeInRestored(taking: TakingIn): Promise<void> {
  const { restore, replaced } = taking.paths
  if (!existsSync(restore)) return
  try {
    await takeIn(taking)
  } catch (error) {
    if (!isErrno(error)) throw error
    const said = say('backup.notTakenIn', { code: codeOf(error) ?? '', restore, replaced })
    throw AppError.saying('db.unavailable', said, { cause: error })
  }
}

async function takeIn({ paths, appVersion, now, logger }: TakingIn): Promise<void> {
  const staged = stagedIn(paths.restore)
  const plan = await readPlan(staged.plan)
  if (plan === null) {
    await rm(paths.restore, { recursive: true, force: true })
    return
  }
  const moved = plan.isAside ? plan : await setAside({ paths, appVersion, now, logger }, plan)
  for (const part of movedParts(homePaths(staged.files))) {
    await moveTo(part, join(paths.home, relative(staged.files, part)))
  }
  const restored: RestoredHome = {
    madeAt: plan.manifest.madeAt,
    appVersion: plan.manifest.appVersion,
    restoredAt: now(),
    aside: join(paths.replaced, moved.aside ?? ''),
  }
  await writeFileAtomic(paths.restored, JSON.stringify(restored), { mode: 0o600 })
  await rm(paths.restore, { recursive: true, force: true })
  logger.info('A backup was restored', { aside: restored.aside, madeAt: restored.madeAt })
}

/** Moves the data of the home into a folder that is a backup of its own. */
async function setAside({ paths, appVersion, now, logger }: TakingIn, plan: Plan): Promise<Plan> {
  const { plan: file } = stagedIn(paths.restore)
  await mkdir(paths.replaced, { recursive: true, mode: 0o700 })
  const name = plan.aside ?? basename(freeDatedName(paths.replaced, 'orrery-backup', now()))
  const aside = join(paths.replaced, name)
  const named: Plan = { ...plan, aside: name }
  await writeFileAtomic(file, JSON.stringify(named), { mode: 0o600 })
  joinLog(paths.database, logger)
  await mkdir(aside, { recursive: true, mode: 0o700 })
  for (const part of movedParts(paths)) await moveTo(part, join(aside, relative(paths.home, part)))
  // These follow from the data, and would say something of other data.
  for (const left of [paths.index, `${paths.index}-wal`, `${paths.index}-shm`, paths.lastGoodConfig]) {
    await rm(left, { recursive: true, force: true })
  }
  const manifest: Manifest = { format: 1, madeAt: now(), appVersion }
  await writeFile(join(aside, MANIFEST), `${JSON.stringify(manifest)}\n`, { mode: 0o600 })
  const done: Plan = { ...named, isAside: true }
  await writeFileAtomic(file, JSON.stringify(done), { mode: 0o600 })
  return done
}

/** Everything that a restore replaces: the parts of a backup, and the log beside the database. */
function movedParts(paths: HomePaths): readonly string[] {
  return [paths.database, `${paths.database}-wal`, `${paths.database}-shm`, ...partsOf(paths)]
}

async function moveTo(from: string, to: string): Promise<void> {
  const copied = `${from}.set-aside`
  await rm(copied, { recursive: true, force: true })
  const found = await unlessMissing(lstat(from))
  if (found === null) return
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  // Nothing is there, unless another program has put it there since an earlier try.
  if ((await unlessMissing(lstat(to))) !== null) await rename(to, freeName(to))
  if (found.isSymbolicLink()) {
    // Where the person keeps a part elsewhere. A relative link would lead somewhere else from another folder.
    await symlink(resolve(dirname(from), await readlink(from)), to)
    await rm(from)
    return
  }
  try {
    await rename(from, to)
  } catch (error) {
    if (!isErrno(error, 'EXDEV')) throw error
    // A part of the home is on another disk. The copy gets its name once it is whole and on that disk, and a part that
    // goes has another name from the start: a cut leaves one whole part at least.
    const part = `${to}.part`
    await rm(part, { recursive: true, force: true })
    await cp(from, part, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
    await syncTree(part, null)
    await rename(part, to)
    await rename(from, copied)
    await rm(copied, { recursive: true, force: true })
  }
}

async function unlessMissing<T>(act: Promise<T>): Promise<T | null> {
  try {
    return await act
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

function freeName(path: string): string {
  let number = 1
  while (existsSync(`${path}.found-${number}`)) number += 1
  return `${path}.found-${number}`
}

/** Brings what was committed into the file. A damaged database moves as it is. */
function joinLog(file: string, logger: Pick<Logger, 'warn'>): void {
  if (!existsSync(file)) return
  try {
    const db = new BetterSqlite3(file, { fileMustExist: true })
    try {
      db.pragma('journal_mode = DELETE')
    } finally {
      db.close()
    }
  } catch (error) {
    logger.warn('The database of before is set aside as it is', { code: codeOf(error) ?? '' })
  }
}

async function readPlan(file: string): Promise<Plan | null> {
  return readAs(file, Plan)
}

const Restored = z.object({
  madeAt: z.number(),
  restoredAt: z.number(),
  appVersion: z.string(),
  aside: z.string(),
})

/** Returns the last restore of a home whose data of before is still there; null for none. */
export async function lastRestore({ restored }: Pick<HomePaths, 'restored'>): Promise<RestoredHome | null> {
  const read = await readAs(restored, Restored)
  return read !== null && existsSync(read.aside) ? read : null
}

async function readAs<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.safeParse(JSON.parse(await readFile(file, 'utf8'))).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError || isErrno(error)) return null
    throw error
  }
}
