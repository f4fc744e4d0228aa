import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { CheckpointDirection, CheckpointObstacle, FileAct } from '#shared/checkpoint/checkpoint.ts'
import type { Found } from './disk.ts'
import type { FilePlan } from './plan.ts'
import type { RecordDeps } from './record-change.ts'
import { keptHashes, type Restore } from './rows.ts'
import { hashOf, type RestoreRecord, sameSide, type Version } from './version.ts'
import { obstacleOf } from './words.ts'

/** The result; with an obstacle the file is unchanged. */
export type Outcome =
  | { readonly done: FileAct }
  | { readonly failed: 'conflict' | 'refused' | 'failed'; readonly obstacle: CheckpointObstacle }

type Job = {
  readonly path: string
  readonly direction: CheckpointDirection
  readonly plan: FilePlan
  readonly found: Found
  readonly forced: boolean
}

/**
 * Puts one file back. What it holds now is kept first, then the intent is stored, then the disk is changed, then the
 * result is stored: a crash at any point leaves a state that `settleRestore` can tell apart. The caller holds the lock.
 */
export async function restoreFile(deps: RecordDeps, job: Job): Promise<Outcome> {
  const { plan, found, path } = job
  const wanted = plan.act === 'unchanged' ? null : hashOf(plan.to)
  const bytes = wanted === null ? null : await deps.contents.read(wanted)
  if (wanted !== null && bytes === null) return { failed: 'refused', obstacle: obstacleWithout(plan, wanted) }
  let held: Awaited<ReturnType<typeof deps.contents.hold>> | null = null
  try {
    const current = hashOf(plan.from)
    if (current !== null && found.bytes !== null) held = await deps.contents.hold(current, found.bytes)
    const content = held?.content ?? null
    const restore = deps.rows.beginRestore(path, recordOf(job), content)
    const outcome = await carryOut(deps, restore, plan.act, { bytes, found })
    if (content !== null) deps.limit.grown(plan.versions[0]?.projectId ?? null, content.stored)
    return outcome
  } catch (error) {
    const obstacle = obstacleOf(error)
    if (obstacle === null) throw error
    deps.logger.error('A file could not be put back', error)
    return { failed: 'failed', obstacle }
  } finally {
    held?.release()
    deps.contents.drop(contentsOf(plan, plan.versions))
  }
}

/** The contents nothing may lead to any more once the restore has ended. */
function contentsOf(
  { from, to }: Pick<RestoreRecord, 'from' | 'to'>,
  versions: readonly Version[],
): string[] {
  const own = [hashOf(from), hashOf(to)].filter((hash) => hash !== null)
  return [...own, ...versions.flatMap(keptHashes)]
}

/** Settles a crashed or failed restore: `finished` if the file was restored, otherwise `rolled-back`. */
export async function settleRestore(
  { disk, rows, contents, now, keyOf }: Pick<RecordDeps, 'disk' | 'rows' | 'contents' | 'now' | 'keyOf'>,
  restore: Restore,
  mayHaveHappened: boolean,
): Promise<'finished' | 'rolled-back'> {
  await disk.removeDraft(restore.draft)
  const { side } = await disk.look(restore.path)
  const isThere = side !== null && sameSide(side, restore.to)
  const isAsBefore = side !== null && sameSide(side, restore.from)
  // If the file was changed since, only a row leads back to its content. After an undo that is the row of the
  // change, which names the removed content. After a redo it stays the row that names the content to restore.
  const isUnknown = mayHaveHappened && !isThere && !isAsBefore
  const finished = isThere || (isUnknown && restore.direction === 'undo')
  const versions = rows.byIds(restore.versions)
  if (finished) {
    if (isThere) await removeEmptied(disk, restore)
    rows.finishRestore(restore, now(), keyOf(restore.path))
  } else if (isUnknown) rows.leaveUndone(restore, now(), keyOf(restore.path))
  else rows.dropRestore(restore.id)
  contents.drop(contentsOf(restore, versions))
  return finished ? 'finished' : 'rolled-back'
}

function recordOf({ path, direction, plan, forced }: Job): RestoreRecord {
  const { from, to, versions, act } = plan
  return {
    direction,
    from,
    to,
    forced,
    versions: versions.map(({ id }) => id),
    draft: join(dirname(path), `.orrery-${randomBytes(6).toString('hex')}.tmp`),
    emptied: act === 'delete' ? versions.flatMap(({ madeFolders }) => madeFolders) : [],
  }
}

type Material = { readonly bytes: Buffer | null; readonly found: Found }

async function carryOut(
  deps: RecordDeps,
  restore: Restore,
  act: FileAct,
  { bytes, found }: Material,
): Promise<Outcome> {
  const { disk, rows, now, keyOf } = deps
  const { path, to, draft } = restore
  let isTouched = false
  let isInFolder = false
  try {
    if (act === 'restore') await disk.mustBeWritable(path)
    // From here on the folder changes: the file itself is written beside its place and then moved there.
    isInFolder = true
    if (act === 'create') await disk.makeFolder(dirname(path))
    if (bytes !== null && to.is === 'file') await disk.writeDraft(draft, bytes, to.mode)
    if (!(await disk.isStill(path, found.stamp))) {
      await settleRestore(deps, restore, false)
      return { failed: 'conflict', obstacle: 'changed' }
    }
    isTouched = true
    if (act === 'delete') await disk.removeFile(path)
    else if (act === 'create') await disk.putNew(draft, path)
    else if (act === 'restore') await disk.putInPlace(draft, path)
  } catch (error) {
    const settled = await settleRestore(deps, restore, isTouched)
    const found = obstacleOf(error)
    if (found === null) throw error
    const obstacle = found === 'denied' && isInFolder ? 'folder_denied' : found
    deps.logger.warn('A file could not be put back', { reason: String(error), settled })
    return settled === 'finished' ? { done: act } : { failed: 'failed', obstacle }
  }
  await removeEmptied(disk, restore)
  rows.finishRestore(restore, now(), keyOf(path))
  return { done: act }
}

/** Folders the agent made for files go with the last of these, and stay when there is anything else in them. */
async function removeEmptied(disk: RecordDeps['disk'], { emptied }: RestoreRecord): Promise<void> {
  for (const folder of emptied) await disk.removeFolder(folder)
}

/** Why a content is not there: it was dropped to stay within the limit, it is spoilt, or it never was kept. */
export function obstacleWithout({ versions }: FilePlan, wanted: string): CheckpointObstacle {
  if (versions.some((version) => keptHashes(version).includes(wanted))) return 'damaged'
  const wasKept = versions.some(({ before, replaced }) =>
    [before, replaced].some((side) => hashOf(side) === wanted),
  )
  return wasKept ? 'evicted' : 'not_kept'
}
