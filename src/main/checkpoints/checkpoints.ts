import type {
  CheckpointDirection,
  CheckpointPreview,
  CheckpointScope,
  CheckpointUsage,
  FileId,
  FilePreview,
  OverwriteChoice,
  TouchedFile,
} from '#shared/checkpoint/checkpoint.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { type FileGroup, groupByFile, type PlaceOf, versionsIn } from './file-group.ts'
import { listingOf } from './listing.ts'
import { type DiffOf, planGroup, previewFile, type Shown } from './previews.ts'
import { type Changing, type NextContent, type RecordDeps, recordChange } from './record-change.ts'
import { recover } from './recover.ts'
import { restoreFiles } from './restore-files.ts'
import { withFile } from './with-file.ts'

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

  const preview = async (direction: CheckpointDirection, asked: Asked, signal: AbortSignal) =>
    previewFiles(deps, { direction, sessionId: asked.sessionId, groups: await groupsOf(asked) }, signal)

  const restoreAll = async (direction: CheckpointDirection, asked: Restoring, signal: AbortSignal) => {
    const shown = (path: string) => deps.shown(asked.sessionId, path)
    const groups = await groupsOf(asked)
    return restoreFiles(deps, { direction, groups, shown, force: asked.force ?? [] }, signal)
  }

  const running = new Set<Promise<unknown>>()
  const restore = (direction: CheckpointDirection, asked: Restoring, signal: AbortSignal) => {
    const work = restoreAll(direction, asked, signal).finally(() => running.delete(work))
    running.add(work)
    return work
  }

  const forget = (sessionId: SessionId): void => deps.contents.drop(deps.rows.forget(sessionId))

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
    /** See `restoreFiles`. */
    undo: (asked: Restoring, signal: AbortSignal) => restore('undo', asked, signal),
    redo: (asked: Restoring, signal: AbortSignal) => restore('redo', asked, signal),
    usage: (projectId: ProjectId | null): CheckpointUsage => {
      const { bytes, contents, oldest } = deps.rows.usage(projectId)
      return { projectId, bytes, limit: deps.limit.maxBytes, contents, oldestAt: oldest }
    },
    /** Forgets the changes that can only be reached from a session that is gone. */
    forget,
    /** Forgets the sessions that are not in the log any more. */
    forgetGone: (): void => {
      for (const sessionId of deps.rows.goneSessions()) forget(sessionId)
    },
    /** Makes good what a crash left. Files it concerns are out of reach until it is done. */
    recover: (signal: AbortSignal) => recover(deps, signal),
    sweep: deps.contents.sweep,
    /** Resolves when no file is being put back. */
    idle: async (): Promise<void> => void (await Promise.allSettled(running)),
  }
}

export type Checkpoints = ReturnType<typeof createCheckpoints>

type Previewing = {
  readonly direction: CheckpointDirection
  readonly sessionId: SessionId
  readonly groups: readonly FileGroup[]
}

async function previewFiles(
  deps: Deps,
  { direction, sessionId, groups }: Previewing,
  signal: AbortSignal,
): Promise<CheckpointPreview> {
  const files: FilePreview[] = []
  const until = deps.now() + MOST_DIFF_MS
  for (const group of groups) {
    const diffOf = files.length >= MOST_DIFFS || deps.now() > until ? null : deps.diffOf
    const shown = deps.shown(sessionId, group.path)
    const file = await withFile(deps, group, signal, async (fresh) => {
      const { plan, found } = await planGroup(deps, fresh, direction)
      return plan === null ? null : previewFile(deps, { group: fresh, plan, found, shown, diffOf })
    })
    if (file !== null) files.push(file)
  }
  return { files }
}
