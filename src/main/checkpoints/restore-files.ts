import type {
  CheckpointDirection,
  CheckpointResult,
  FileRestored,
  OverwriteChoice,
} from '#shared/checkpoint/checkpoint.ts'
import type { FileGroup } from './file-group.ts'
import { planGroup, type Shown, seenIn } from './previews.ts'
import type { RecordDeps } from './record-change.ts'
import { restoreFile } from './restore.ts'
import { withFile } from './with-file.ts'
import { obstacleOf, reasonFor } from './words.ts'

type Restoring = {
  readonly direction: CheckpointDirection
  readonly groups: readonly FileGroup[]
  readonly shown: (path: string) => Shown
  readonly force: readonly OverwriteChoice[]
}

/** Puts files back one by one: what cannot be put back is reported and does not keep the others from it. */
export async function restoreFiles(
  deps: RecordDeps,
  { direction, groups, shown, force }: Restoring,
  signal: AbortSignal,
): Promise<CheckpointResult> {
  const results: FileRestored[] = []
  const choices = new Map(force.map(({ file, seen }) => [file, seen]))
  for (const group of inOrder(groups, direction)) {
    const chosen = choices.get(group.file) ?? null
    const choice = { direction, shown: shown(group.path), chosen }
    const result = await withFile(deps, group, signal, (fresh) => restoreGroup(deps, fresh, choice)).catch(
      (error: unknown): FileRestored => {
        signal.throwIfAborted()
        deps.logger.error('A file could not be put back', error)
        const { path } = choice.shown
        const reason = reasonFor(obstacleOf(error) ?? 'failed', path)
        return { file: group.file, path, outcome: 'failed', reason }
      },
    )
    if (result !== null) results.push(result)
  }
  return { files: results }
}

/** Folders an agent made go with the first file in them, so that one is undone last. */
function inOrder(groups: readonly FileGroup[], direction: CheckpointDirection): FileGroup[] {
  const firstOf = ({ versions }: FileGroup) => versions[0]?.id ?? 0
  const sorted = [...groups].sort((a, b) => firstOf(a) - firstOf(b))
  return direction === 'undo' ? sorted.reverse() : sorted
}

type Choice = {
  readonly direction: CheckpointDirection
  readonly shown: Shown
  /** The content the person saw when choosing to overwrite. */
  readonly chosen: string | null
}

async function restoreGroup(
  deps: RecordDeps,
  group: FileGroup,
  { direction, shown, chosen }: Choice,
): Promise<FileRestored | null> {
  const { file, path } = group
  const { found, plan } = await planGroup(deps, group, direction)
  if (plan === null) return null
  const forced = plan.outcome === 'conflict' && chosen === seenIn(found)
  if (plan.obstacle !== null && !forced) {
    const outcome = plan.outcome === 'conflict' ? 'conflict' : 'refused'
    return { file, path: shown.path, outcome, reason: reasonFor(plan.obstacle, shown.path) }
  }
  const outcome = await restoreFile(deps, { path, direction, plan, found, forced })
  if ('done' in outcome) return { file, path: shown.path, outcome: outcome.done, reason: null }
  return { file, path: shown.path, outcome: outcome.failed, reason: reasonFor(outcome.obstacle, shown.path) }
}
