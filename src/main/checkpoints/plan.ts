import type { CheckpointDirection, CheckpointObstacle, FileAct } from '#shared/checkpoint/checkpoint.ts'
import type { Found } from './disk.ts'
import { type Side, sameContent, sameSide, type Version } from './version.ts'

/** The plan of undo or redo for one file. */
export type FilePlan = {
  readonly outcome: FileAct | 'conflict' | 'refused'
  readonly obstacle: CheckpointObstacle | null
  /** The action without an obstacle, or when the person overwrites a conflict. */
  readonly act: FileAct
  readonly from: Side
  readonly to: Side
  readonly versions: readonly Version[]
}

type Question = {
  readonly direction: CheckpointDirection
  /** Changes to one file, oldest first. */
  readonly versions: readonly Version[]
  readonly found: Found
  /** The newest change to the file that stands, of whatever session. */
  readonly newestStanding: Version | null
}

/**
 * Returns the changes that undo or redo covers. Redo starts with those undone last and continues with the
 * ones that build on them. Changes that an agent has since repeated are left out.
 */
export function changesFor(direction: CheckpointDirection, versions: readonly Version[]): Version[] {
  if (direction === 'undo') return versions.filter(({ undoneBy }) => undoneBy === null)
  const undone = versions.filter(({ undoneBy }) => undoneBy !== null)
  const newest = Math.max(...undone.map(({ undoneBy }) => undoneBy ?? 0))
  const again: Version[] = []
  for (const version of undone) {
    const last = again.at(-1)
    const follows = last !== undefined && (last.undoneBy === version.undoneBy || buildsOn(last, version))
    if (last === undefined ? version.undoneBy === newest : follows) again.push(version)
    else if (last !== undefined) break
  }
  return again
}

const buildsOn = (last: Version, next: Version) => sameContent(last.replaced ?? last.after, next.before)

/**
 * Plans undo or redo of a file without touching it. Null when there is nothing to do. A file is restored
 * without asking only if it holds exactly the result of the changes, with no outside change in between, and
 * all are known to be the agent's.
 */
export function planFile({ direction, versions, found, newestStanding }: Question): FilePlan | null {
  const changes = changesFor(direction, versions)
  const [first, last] = [changes[0], changes.at(-1)]
  if (first === undefined || last === undefined) return null
  const expected = direction === 'undo' ? last.after : first.before
  const wanted = direction === 'undo' ? first.before : (last.replaced ?? last.after)
  if (found.odd !== null) return { ...refused(found.odd), from: wanted, to: wanted, versions: changes }

  const from = found.side
  const to = withMode(wanted, from, expected)
  const act = actOf(from, to)
  const plan = { act, from, to, versions: changes }
  if (act === 'unchanged') return { ...plan, outcome: act, obstacle: null }
  if (wanted.is === 'unseen') return { ...plan, ...refused('not_seen') }
  if (wanted.is === 'large') return { ...plan, ...refused('not_kept') }
  if (from.is === 'large') return { ...plan, ...refused('too_large') }
  if (!sameContent(from, expected)) {
    return { ...plan, outcome: 'conflict', obstacle: conflictOf(from, expected, changes, newestStanding) }
  }
  const isVague = direction === 'undo' && changes.some(({ interrupted }) => interrupted === true)
  if (isVague) return { ...plan, outcome: 'conflict', obstacle: 'interrupted' }
  if (direction === 'undo' && hasGap(changes)) return { ...plan, outcome: 'conflict', obstacle: 'between' }
  return { ...plan, outcome: act, obstacle: null }
}

const refused = (obstacle: CheckpointObstacle) => ({
  outcome: 'refused' as const,
  obstacle,
  act: 'unchanged' as const,
})

/** Keeps the current permissions where the changes did not touch them. */
function withMode(wanted: Side, from: Side, expected: Side): Side {
  if (wanted.is !== 'file' || from.is !== 'file') return wanted
  const wasTouched = expected.is === 'file' && expected.mode !== wanted.mode
  return wasTouched ? wanted : { ...wanted, mode: from.mode }
}

function actOf(from: Side, to: Side): FileAct {
  if (sameSide(from, to)) return 'unchanged'
  if (to.is === 'absent') return 'delete'
  return from.is === 'absent' ? 'create' : 'restore'
}

function conflictOf(
  from: Side,
  expected: Side,
  changes: readonly Version[],
  newest: Version | null,
): CheckpointObstacle {
  const isLater = newest !== null && newest.id > (changes.at(-1)?.id ?? 0)
  if (isLater && sameContent(newest.after, from)) return 'later'
  if (from.is === 'absent') return 'deleted'
  return expected.is === 'absent' ? 'appeared' : 'changed'
}

/** Whether the file was changed from outside between two of the changes. */
function hasGap(changes: readonly Version[]): boolean {
  return changes.some((change, index) => {
    const next = changes[index + 1]
    return next !== undefined && !sameContent(change.after, next.before)
  })
}
