import type { CheckpointScope, FileId } from '#shared/checkpoint/checkpoint.ts'
import { AppError } from '#shared/errors.ts'
import type { CallId, EventId, RunId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { Disk } from './disk.ts'
import { fileIdOf } from './file-id.ts'
import type { VersionRows } from './rows.ts'
import type { Version } from './version.ts'

/** An event's position in its session and its calls; `calls` is null for a whole run. */
export type EventPlace = {
  readonly seq: number
  readonly runId: RunId | null
  readonly calls: readonly CallId[] | null
}

/** Finds an event of a session; null when it has none such. */
export type PlaceOf = (sessionId: SessionId, eventId: EventId) => EventPlace | null

/** The changes of a scope to one file, oldest first. */
export type FileGroup = {
  readonly file: FileId
  readonly path: string
  readonly key: string
  readonly versions: readonly Version[]
}

/** The changes a scope means, oldest first. */
export function versionsIn(
  rows: VersionRows,
  placeOf: PlaceOf,
  sessionId: SessionId,
  scope: CheckpointScope,
): Version[] {
  if (scope.of === 'kept') {
    return rows.inSession(sessionId).filter(({ kind, id }) => kind === 'kept' && id === scope.versionId)
  }
  return changesIn(rows, placeOf, sessionId, scope).filter(({ kind }) => kind === 'change')
}

function changesIn(
  rows: VersionRows,
  placeOf: PlaceOf,
  sessionId: SessionId,
  scope: Exclude<CheckpointScope, { of: 'kept' }>,
): Version[] {
  if (scope.of === 'session') return rows.inSession(sessionId)
  if (scope.of === 'run') return rows.ofRun(sessionId, scope.runId)
  const place = placeOf(sessionId, scope.eventId)
  if (place === null) {
    throw AppError.saying('other', say('chat.noPlace'))
  }
  if (scope.of === 'after') return rows.after(sessionId, place.seq)
  if (place.runId === null) return []
  const { runId, calls } = place
  return calls === null ? rows.ofRun(sessionId, runId) : rows.ofCalls(sessionId, runId, calls)
}

/** Sorts changes by file. Two spellings are one file only when the disk says so. */
export async function groupByFile(
  versions: readonly Version[],
  { keyOf, isSame }: { keyOf: (path: string) => string; isSame: Disk['isSame'] },
): Promise<FileGroup[]> {
  const groups: { path: string; key: string; versions: Version[] }[] = []
  for (const version of versions) {
    const key = keyOf(version.path)
    let group = groups.find((candidate) => candidate.key === key && candidate.path === version.path)
    for (const candidate of groups) {
      if (group !== undefined || candidate.key !== key) continue
      if (await isSame(candidate.path, version.path)) group = candidate
    }
    if (group === undefined) groups.push({ path: version.path, key, versions: [version] })
    else {
      group.versions.push(version)
      group.path = version.path
    }
  }
  return groups.map((group) => ({ ...group, file: fileIdOf(group.path) }))
}
