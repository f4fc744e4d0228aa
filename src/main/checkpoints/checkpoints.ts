import type {
  CheckpointDirection,
  CheckpointPreview,
  CheckpointResult,
  CheckpointScope,
  CheckpointUsage,
  FileId,
  FilePreview,
  FileRestored,
  OverwriteChoice,
  TouchedFile,
} from '#shared/checkpoint/checkpoint.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { type FileGroup, groupByFile, type PlaceOf, versionsIn } from './file-group.ts'
import { listingOf } from './listing.ts'
import { type DiffOf, planGroup, previewFile, type Shown, seenIn } from './previews.ts'
import {
  type Changing,
  type NextContent,
  type RecordDeps,
  recordChange,
  settleVersion,
} from './record-change.ts'
import { recover } from './recover.ts'
import { restoreFile } from './restore.ts'
import { reasonFor } from './words.ts'

type Deps = RecordDeps & {
  readonly placeOf: PlaceOf
  readonly shown: (sessionId: SessionId, path: string) => Shown
  readonly diffOf: DiffOf
}

type Asked = {
  readonly sessionId: SessionId
  readonly scope: CheckpointScope
  /** All files of the scope unless given. */
  readonly files?: readonly FileId[]
}
type Restoring = Asked & { readonly force?: readonly OverwriteChoice[] }

/** How much of a preview is diffs: whoever looks at more files than this looks at their names. */
const MOST_DIFFS = 200
const MOST_DIFF_MS = 1_500

/** Copies of files from before agents changed them, and the way back to them. */
export function createCheckpoints(deps: Deps) {
  const groupsOf = async ({ sessionId, scope, files }: Asked): Promise<FileGroup[]> => {
    const versions = versionsIn(deps.rows, deps.placeOf, sessionId, scope)
    const groups = await groupByFile(versions, { keyOf: deps.keyOf, isSame: deps.disk.isSame })
    const wanted = files === undefined ? null : new Set(files)
    return groups.filter(({ file }) => wanted?.has(file) ?? true)
  }

  const preview = async (
    direction: CheckpointDirection,
    asked: Asked,
    signal: AbortSignal,
  ): Promise<CheckpointPreview> => {
    const found: FilePreview[] = []
    const until = deps.now() + MOST_DIFF_MS
    for (const group of await groupsOf(asked)) {
      const isEnough = found.length >= MOST_DIFFS || deps.now() > until
      const shown = deps.shown(asked.sessionId, group.path)
      const file = await withFile(deps, group, signal, async (fresh) => {
        const { plan, found: now } = await planGroup(deps, fresh, direction)
        if (plan === null) return null
        const diffOf = isEnough ? null : deps.diffOf
        return previewFile(deps, { group: fresh, plan, found: now, shown, diffOf })
      })
      if (file !== null) found.push(file)
    }
    return { files: found }
  }

  const running = new Set<Promise<unknown>>()
  const restore = (direction: CheckpointDirection, asked: Restoring, signal: AbortSignal) => {
    const work = restoreAll(direction, asked, signal).finally(() => running.delete(work))
    running.add(work)
    return work
  }

  const restoreAll = async (
    direction: CheckpointDirection,
    asked: Restoring,
    signal: AbortSignal,
  ): Promise<CheckpointResult> => {
    const results: FileRestored[] = []
    const force = new Map(asked.force?.map(({ file, seen }) => [file, seen]))
    for (const group of inOrder(await groupsOf(asked), direction)) {
      const shown = deps.shown(asked.sessionId, group.path)
      const result = await withFile(deps, group, signal, (fresh) =>
        restoreGroup(deps, fresh, { direction, shown, chosen: force.get(group.file) ?? null }),
      )
      if (result !== null) results.push(result)
    }
    return { files: results }
  }

  return {
    /** See `recordChange`. */
    beforeChange: (who: Changing, next: NextContent, signal: AbortSignal) =>
      recordChange(deps, who, next, signal),
    files: async (sessionId: SessionId): Promise<{ files: TouchedFile[] }> => {
      const groups = await groupByFile(deps.rows.inSession(sessionId), {
        keyOf: deps.keyOf,
        isSame: deps.disk.isSame,
      })
      return { files: groups.map((group) => listingOf(group, deps.shown(sessionId, group.path))) }
    },
    preview,
    /** File by file: what cannot be put back is reported and does not keep the others from it. */
    undo: (asked: Restoring, signal: AbortSignal) => restore('undo', asked, signal),
    redo: (asked: Restoring, signal: AbortSignal) => restore('redo', asked, signal),
    usage: (projectId: ProjectId | null): CheckpointUsage => {
      const { bytes, contents, oldest } = deps.rows.usage(projectId)
      return { projectId, bytes, limit: deps.limit.maxBytes, contents, oldestAt: oldest }
    },
    /** Forgets the changes that can only be reached from a session that is gone. */
    forget: (sessionId: SessionId): void => deps.contents.drop(deps.rows.forget(sessionId)),
    /** Makes good what a crash left. Files it concerns are out of reach until it is done. */
    recover: (signal: AbortSignal) => recover(deps, signal),
    sweep: deps.contents.sweep,
    /** Resolves when no file is being put back. */
    idle: async (): Promise<void> => void (await Promise.allSettled(running)),
  }
}

export type Checkpoints = ReturnType<typeof createCheckpoints>

/** Folders an agent made go with the first file in them, so that one is undone last. */
function inOrder(groups: readonly FileGroup[], direction: CheckpointDirection): FileGroup[] {
  const firstOf = ({ versions }: FileGroup) => versions[0]?.id ?? 0
  const sorted = [...groups].sort((a, b) => firstOf(a) - firstOf(b))
  return direction === 'undo' ? sorted.reverse() : sorted
}

/** Works on one file while nobody else of the app does, with its changes as they are by then. */
async function withFile<T>(
  deps: Deps,
  group: FileGroup,
  signal: AbortSignal,
  work: (fresh: FileGroup) => Promise<T>,
): Promise<T> {
  const unlock = await deps.lock(group.key, signal)
  try {
    const ids = group.versions.map(({ id }) => id)
    for (const version of deps.rows.byIds(ids)) {
      if (version.state === 'begun') await settleVersion(deps, version)
    }
    return await work({ ...group, versions: deps.rows.byIds(ids) })
  } finally {
    unlock()
  }
}

type Choice = {
  readonly direction: CheckpointDirection
  readonly shown: Shown
  /** What the person saw in the file they chose to overwrite. */
  readonly chosen: string | null
}

async function restoreGroup(
  deps: Deps,
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
