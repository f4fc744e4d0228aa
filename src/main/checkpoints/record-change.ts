import type { LineCount } from '#shared/checkpoint/checkpoint.ts'
import { AppError } from '#shared/errors.ts'
import type { CallId, ProjectId, RunId, SessionId } from '#shared/ids.ts'
import type { Logger } from '../lib/logger.ts'
import type { ContentStore } from './content-store.ts'
import type { Disk, Found } from './disk.ts'
import type { Limit } from './limit.ts'
import type { PathLock } from './path-lock.ts'
import type { Reach, VersionRows } from './rows.ts'
import { keptHashes } from './rows.ts'
import { type Side, sameContent, sameSide, type Version } from './version.ts'
import { obstacleOf, reasonFor } from './words.ts'

/** The author of a change. */
export type Changing = {
  readonly projectId: ProjectId | null
  readonly sessionId: SessionId
  readonly runId: RunId | null
  readonly callId: CallId | null
  /** The session itself and those it works for. */
  readonly reach: readonly Reach[]
}

/** A file about to be changed: its canonical path, the hash and size of what it will hold, and by how many lines. */
export type NextContent = {
  readonly path: string
  readonly sha256: string
  readonly size: number
  readonly lines?: LineCount
  /** The temporary path of the new content before it replaces the file. */
  readonly draft?: string
}

export type RecordDeps = {
  readonly disk: Disk
  readonly contents: ContentStore
  readonly rows: VersionRows
  readonly limit: Limit
  readonly lock: PathLock
  readonly keyOf: (path: string) => string
  readonly now: () => number
  readonly logger: Logger
  /** Called when the list of the changed files of a project is another one by now. */
  readonly changed: (projectId: ProjectId | null) => void
}

/**
 * Keeps what a file holds before it is changed. It rejects when that cannot be kept; then the file must not be
 * changed. The answer has to be called when the change is made or has failed, and never rejects.
 */
export async function recordChange(
  deps: RecordDeps,
  who: Changing,
  next: NextContent,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const unlock = await deps.lock(deps.keyOf(next.path), signal)
  try {
    const version = await begin(deps, who, next)
    return async () => {
      try {
        await settleVersion(deps, version)
      } catch (error) {
        // The row still marks the change as started; the next access settles it.
        deps.logger.error('A change to a file could not be settled yet', error)
      } finally {
        unlock()
        deps.changed(who.projectId)
      }
    }
  } catch (error) {
    unlock()
    throw notKept(error, next.path)
  }
}

/** Finds out from the disk whether a change that was begun has happened. */
export async function settleVersion(
  { disk, rows, contents }: Pick<RecordDeps, 'disk' | 'rows' | 'contents'>,
  version: Version,
): Promise<void> {
  const found = await disk.look(version.path)
  if (found.side !== null && sameSide(found.side, version.before)) {
    rows.discard(version.id)
    contents.drop(keptHashes(version))
    return
  }
  rows.settle({ ...version, after: afterOf(version.after, found) })
}

/** The permissions of a new file are only known once it is there. */
function afterOf(planned: Side, { side }: Found): Side {
  return side !== null && sameContent(side, planned) ? side : planned
}

async function begin(deps: RecordDeps, who: Changing, next: NextContent): Promise<Version> {
  const { disk, contents, rows, limit } = deps
  const { path, sha256, size, lines, draft } = next
  const found = await disk.look(path)
  if (found.odd !== null) throw AppError.forAgent('tool.failed', reasonFor(found.odd, path).message)
  const { side, bytes } = found
  const hash = side.is === 'file' ? side.sha256 : null
  const held = hash !== null && bytes !== null ? await contents.hold(hash, bytes) : null
  try {
    const isNew = hash !== null && !rows.isNamedInProject(who.projectId, hash)
    const version = {
      ...who,
      kind: 'change' as const,
      path,
      at: deps.now(),
      before: side,
      after: { is: 'file' as const, sha256, size, mode: side.is === 'absent' ? 0 : side.mode },
      madeFolders: side.is === 'absent' ? await disk.missingFolders(path) : [],
      ...(lines === undefined ? {} : { lines }),
      ...(draft === undefined ? {} : { draft }),
    }
    const content = held?.content ?? null
    const id = rows.begin({ ...version, pathKey: deps.keyOf(path), content })
    if (isNew && content !== null) limit.grown(who.projectId, content.stored)
    const kept = { beforeKept: content !== null, replacedKept: false, replaced: null, undoneBy: null }
    return { ...version, ...kept, id, state: 'begun' }
  } finally {
    held?.release()
  }
}

function notKept(error: unknown, path: string): unknown {
  const obstacle = error instanceof AppError ? null : obstacleOf(error)
  if (obstacle === null) return error
  const why = obstacle === 'disk_full' ? 'the disk is full' : 'the folder for copies cannot be written to'
  return AppError.forAgent(
    'tool.failed',
    `${path} was not changed, because no copy of what it holds could be kept: ${why}.`,
    { cause: error },
  )
}
