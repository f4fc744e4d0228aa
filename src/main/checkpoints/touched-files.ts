import type {
  CheckpointObstacle,
  TouchedFiles,
  TouchingRun,
  UnfinishedRestore,
} from '#shared/checkpoint/checkpoint.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import { type FileGroup, groupByFile, type PlaceOf, versionsIn } from './file-group.ts'
import { listingOf } from './listing.ts'
import { planGroup, type Shown } from './previews.ts'
import type { RecordDeps } from './record-change.ts'

/** Files that were to be put back together with a move in the conversation, as the log has them. */
export type BegunRestore = Omit<UnfinishedRestore, 'files'> & {
  readonly files: readonly Pick<UnfinishedRestore['files'][number], 'file' | 'path'>[]
}

export type TouchedDeps = RecordDeps & {
  readonly placeOf: PlaceOf
  readonly shown: (sessionId: SessionId, path: string) => Shown
  /** Returns the runs of a session, oldest first. */
  readonly runsOf: (runIds: readonly RunId[]) => TouchingRun[]
  /** Returns a restore that was started in a session and never ended. */
  readonly begunIn: (sessionId: SessionId) => BegunRestore | null
}

/** Limits of disk checks for a list. Beyond them a file is checked on request. */
const MOST_LOOKS = 200
const MOST_LOOK_MS = 300

/** The files agents of a session have changed. A short look at the disk tells which of them others have changed. */
export async function touchedFiles(
  deps: TouchedDeps,
  sessionId: SessionId,
  signal: AbortSignal,
): Promise<TouchedFiles> {
  const runs = deps.rows.runsIn(sessionId)
  const groups = await groupByFile(deps.rows.inSession(sessionId), {
    keyOf: deps.keyOf,
    isSame: deps.disk.isSame,
  })
  const until = deps.now() + MOST_LOOK_MS
  const files: TouchedFiles['files'][number][] = []
  for (const group of groups) {
    signal.throwIfAborted()
    const looks = files.length < MOST_LOOKS && deps.now() < until
    const obstacle = looks ? await obstacleTo(deps, group) : null
    const shown = deps.shown(sessionId, group.path)
    files.push(listingOf(group, { shown, obstacle, forRunOf: ({ id }) => runs.get(id) ?? null }))
  }
  const runIds = [...new Set(runs.values())].filter((runId) => runId !== null)
  return { files, runs: deps.runsOf(runIds), unfinished: await unfinishedIn(deps, sessionId) }
}

/** Returns the obstacle to undo. A change in progress is no conflict. */
async function obstacleTo(deps: TouchedDeps, group: FileGroup): Promise<CheckpointObstacle | null> {
  const versions = group.versions.filter(({ kind }) => kind === 'change')
  if (versions.some(({ state }) => state === 'begun')) return null
  const { plan } = await planGroup(deps, { ...group, versions }, 'undo')
  return plan?.obstacle ?? null
}

async function unfinishedIn(deps: TouchedDeps, sessionId: SessionId): Promise<UnfinishedRestore | null> {
  const begun = deps.begunIn(sessionId)
  if (begun === null) return null
  const versions = versionsIn(deps.rows, deps.placeOf, sessionId, begun.scope)
  const groups = await groupByFile(versions, { keyOf: deps.keyOf, isSame: deps.disk.isSame })
  const isLeft = (file: string) =>
    groups.some(
      (group) =>
        group.file === file &&
        group.versions.some(({ undoneBy }) => (undoneBy === null) === (begun.direction === 'undo')),
    )
  return { ...begun, files: begun.files.map((each) => ({ ...each, done: !isLeft(each.file) })) }
}
