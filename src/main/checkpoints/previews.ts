import type {
  CheckpointDirection,
  CheckpointObstacle,
  FilePreview,
  PreviewDiff,
} from '#shared/checkpoint/checkpoint.ts'
import type { FileDiff } from '#shared/session/file-diff.ts'
import type { Found } from './disk.ts'
import type { FileGroup } from './file-group.ts'
import { type FilePlan, planFile } from './plan.ts'
import type { RecordDeps } from './record-change.ts'
import { obstacleWithout } from './restore.ts'
import { hashOf } from './version.ts'
import { reasonFor } from './words.ts'

/** A path as the person reads it. */
export type Shown = { readonly path: string; readonly outside: boolean }

/** The change between two contents, or null when one of them is no text. */
export type DiffOf = (path: string, before: Uint8Array, after: Uint8Array) => FileDiff | null

/** Returns the current content of a file as a token that an overwrite choice refers to. */
export function seenIn(found: Found): string {
  return found.odd ?? hashOf(found.side) ?? found.side.is
}

/** Returns the current content of a path and the plan of undo or redo for it. */
export async function planGroup(
  { disk, rows }: Pick<RecordDeps, 'disk' | 'rows'>,
  { path, key, versions }: FileGroup,
  direction: CheckpointDirection,
): Promise<{ readonly found: Found; readonly plan: FilePlan | null }> {
  const found = await disk.look(path)
  return { found, plan: planFile({ direction, versions, found, newestStanding: rows.newestStanding(key) }) }
}

type Previewing = {
  readonly group: FileGroup
  readonly plan: FilePlan
  readonly found: Found
  readonly shown: Shown
  /** Null when enough diffs have been made. */
  readonly diffOf: DiffOf | null
}

/** Shows one file. A copy that cannot be read makes it one that cannot be put back. */
export async function previewFile(
  { contents }: Pick<RecordDeps, 'contents'>,
  { group, plan, found, shown, diffOf }: Previewing,
): Promise<FilePreview> {
  const wanted = plan.act === 'unchanged' ? null : hashOf(plan.to)
  const bytes = wanted === null ? null : await contents.read(wanted)
  const isLost = wanted !== null && bytes === null
  const outcome = isLost ? 'refused' : plan.outcome
  const obstacle: CheckpointObstacle | null = isLost ? obstacleWithout(plan, wanted) : plan.obstacle
  const isRefused = outcome === 'refused'
  return {
    file: group.file,
    ...shown,
    outcome,
    overwriting: outcome === 'conflict' ? plan.act : null,
    reason: obstacle === null ? null : reasonFor(obstacle, shown.path),
    seen: seenIn(found),
    diff: isRefused
      ? { kind: 'none', because: 'unavailable' }
      : diffFor(plan, shown.path, [found.bytes, bytes], diffOf),
    versions: plan.versions.map(({ id }) => id),
  }
}

const NOTHING = new Uint8Array()

function diffFor(
  { act }: FilePlan,
  path: string,
  [before, after]: readonly [Uint8Array | null, Uint8Array | null],
  diffOf: DiffOf | null,
): PreviewDiff {
  if (act === 'unchanged') return { kind: 'none', because: 'same' }
  if (diffOf === null) return { kind: 'none', because: 'too_many' }
  const diff = diffOf(path, before ?? NOTHING, after ?? NOTHING)
  return diff === null ? { kind: 'none', because: 'binary' } : { kind: 'diff', diff }
}
