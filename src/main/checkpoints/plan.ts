import type { CheckpointDirection, CheckpointObstacle, FileAct } from '#shared/checkpoint/checkpoint.ts'
import type { Found } from './disk.ts'
import { type Side, sameContent, sameSide, type Version } from './version.ts'

/** What undo or redo means for one file. */
export type FilePlan = {
  readonly outcome: FileAct | 'conflict' | 'refused'
  readonly obstacle: CheckpointObstacle | null
  /** What is done when nothing is in the way, or when the person overwrites a conflict. */
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

/** Those of the changes that can be taken back, or made again. */
export function changesFor(direction: CheckpointDirection, versions: readonly Version[]): Version[] {
  return versions.filter(({ undoneBy }) => (direction === 'undo') === (undoneBy === null))
}

/**
 * Decides without touching anything. Null when there is nothing to undo or redo. A file is only put back without a
 * question when it holds exactly what the changes left, and when nobody changed it between them.
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
  if (wanted.is === 'large') return { ...plan, ...refused('not_kept') }
  if (from.is === 'large') return { ...plan, ...refused('too_large') }
  if (!sameContent(from, expected)) {
    return { ...plan, outcome: 'conflict', obstacle: conflictOf(from, expected, changes, newestStanding) }
  }
  if (hasGap(direction, changes)) return { ...plan, outcome: 'conflict', obstacle: 'between' }
  return { ...plan, outcome: act, obstacle: null }
}

const refused = (obstacle: CheckpointObstacle) => ({
  outcome: 'refused' as const,
  obstacle,
  act: 'unchanged' as const,
})

/** Where the changes left the permissions alone, those somebody has set since stay. */
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

/** True when the file was not as one change left it when the next one began. */
function hasGap(direction: CheckpointDirection, changes: readonly Version[]): boolean {
  return changes.some((change, index) => {
    const next = changes[index + 1]
    if (next === undefined) return false
    if (direction === 'undo') return !sameContent(change.after, next.before)
    // What was taken back together can be made again together, whatever lay between.
    if (change.undoneBy === next.undoneBy) return false
    return !sameContent(change.replaced ?? change.after, next.before)
  })
}
