import type {
  CheckpointDirection,
  CheckpointPreview,
  CheckpointScope,
  CheckpointUsage,
  FileId,
  FileLook,
  FilePreview,
  OverwriteChoice,
  TouchedFiles,
} from '#shared/checkpoint/checkpoint.ts'
import { AppError } from '#shared/errors.ts'
import type { EventId, ProjectId, RunId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import { rescanAfterRestart } from './commands/rescan-after-restart.ts'
import { type WatchDeps, watchCommand } from './commands/watch-command.ts'
import { type FileGroup, groupByFile, versionsIn } from './file-group.ts'
import { firstContents } from './history/first-contents.ts'
import { inspectFile, type Rebuilt } from './inspect-file.ts'
import { type DiffOf, planGroup, previewFile } from './previews.ts'
import type { ReachRows } from './reach-rows.ts'
import { type Changing, type NextContent, recordChange } from './record-change.ts'
import { recover } from './recover.ts'
import { restoreFiles } from './restore-files.ts'
import { type TouchedDeps, touchedFiles } from './touched-files.ts'
import { withFile } from './with-file.ts'

type Deps = TouchedDeps &
  WatchDeps & { readonly diffOf: DiffOf; readonly rebuilt: Rebuilt; readonly reach: ReachRows }

type Asked = {
  readonly sessionId: SessionId
  readonly scope: CheckpointScope
  /** All files of the scope unless given. */
  readonly files?: readonly FileId[]
}
type Looking = Omit<Asked, 'files'> & { readonly file: FileId }
type Restoring = Asked & { readonly force?: readonly OverwriteChoice[] }

/** Limits of diffs in a preview. With more files than this the person looks at the names only. */
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
    try {
      return await restoreFiles(deps, { direction, groups, shown, force: asked.force ?? [] }, signal)
    } finally {
      for (const projectId of projectsOf(groups)) deps.changed(projectId)
    }
  }

  const goingOn = new Set<EventId>()
  const begunIn: TouchedDeps['begunIn'] = (sessionId) => {
    const begun = deps.begunIn(sessionId)
    return begun === null || goingOn.has(begun.begun) ? null : begun
  }

  const running = new Set<Promise<unknown>>()
  const tracked = <Result>(work: Promise<Result>): Promise<Result> => {
    const ending = work.finally(() => running.delete(ending))
    running.add(ending)
    return ending
  }
  const restore = (direction: CheckpointDirection, asked: Restoring, signal: AbortSignal) =>
    tracked(restoreAll(direction, asked, signal))

  const watch = async (root: string, who: () => Changing, signal: AbortSignal) => {
    const finish = await watchCommand(deps, root, who, signal)
    return () => tracked(finish())
  }

  const forget = (sessionId: SessionId): void => deps.contents.drop(deps.rows.forget(sessionId))

  return {
    /** See `recordChange`. */
    beforeChange: (who: Changing, next: NextContent, signal: AbortSignal) =>
      recordChange(deps, who, next, signal),
    /** See `watchCommand`. */
    beforeCommand: watch,
    /** See `touchedFiles`. */
    files: (sessionId: SessionId, signal: AbortSignal): Promise<TouchedFiles> =>
      touchedFiles({ ...deps, begunIn }, sessionId, signal),
    /** Restores in progress that move a conversation, by the event that records their start. */
    goingOn,
    /** The files of a scope by name. */
    named: async (asked: Asked): Promise<{ file: FileId; path: string }[]> =>
      (await groupsOf(asked)).map(({ file, path }) => ({
        file,
        path: deps.shown(asked.sessionId, path).path,
      })),
    /** Returns the files that a run changed and that were not put back, as absolute paths. */
    changedIn: (sessionId: SessionId, runId: RunId): readonly string[] => {
      const standing = deps.rows.ofRun(sessionId, runId).filter(({ undoneBy }) => undoneBy === null)
      return [...new Set(standing.map(({ path }) => path))]
    },
    /** See `inspectFile`. */
    look: async (asked: Looking, signal: AbortSignal): Promise<FileLook> => {
      const [group] = await groupsOf({ ...asked, files: [asked.file] })
      if (group === undefined) throw AppError.saying('other', say('files.notTouched'))
      return inspectFile(deps, group, deps.shown(asked.sessionId, group.path), signal)
    },
    /** See `firstContents`. */
    firstContents: (sessionId: SessionId, of: 'turn' | 'chat', signal: AbortSignal) =>
      firstContents(deps, sessionId, of, signal),
    preview,
    /** See `restoreFiles`. */
    undo: (asked: Restoring, signal: AbortSignal) => restore('undo', asked, signal),
    redo: (asked: Restoring, signal: AbortSignal) => restore('redo', asked, signal),
    usage: (projectId: ProjectId | null): CheckpointUsage => {
      const { bytes, contents, oldest } = deps.rows.usage(projectId)
      const released = deps.rows.released(projectId)
      return { projectId, bytes, limit: deps.limit.maxBytes, contents, oldestAt: oldest, released }
    },
    /** A chat that begins as a copy of another reaches the changes of the part it has. */
    copied: deps.reach.copy,
    /** Forgets the changes that can only be reached from a session that is gone. */
    forget,
    /** Forgets the sessions that are not in the log any more. */
    forgetGone: (): void => {
      for (const sessionId of deps.rows.goneSessions()) forget(sessionId)
    },
    /** Makes good what a crash left. Files it concerns are out of reach until it is done. */
    recover: (signal: AbortSignal) => recover(deps, signal),
    /** See `scanAgain`. */
    scanAgain: (signal: AbortSignal) => tracked(rescanAfterRestart(deps, signal)),
    sweep: deps.contents.sweep,
    /** Resolves when no file is being put back or listed. */
    idle: async (): Promise<void> => void (await Promise.allSettled(running)),
  }
}

export type Checkpoints = ReturnType<typeof createCheckpoints>

function projectsOf(groups: readonly FileGroup[]): Set<ProjectId | null> {
  return new Set(groups.flatMap(({ versions }) => versions.map(({ projectId }) => projectId)))
}

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
