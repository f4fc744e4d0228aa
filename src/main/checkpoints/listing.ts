import type { CheckpointObstacle, FileVersionListing, TouchedFile } from '#shared/checkpoint/checkpoint.ts'
import type { RunId } from '#shared/ids.ts'
import type { FileGroup } from './file-group.ts'
import type { Shown } from './previews.ts'
import type { Version } from './version.ts'

type Listed = {
  readonly shown: Shown
  readonly obstacle: CheckpointObstacle | null
  readonly forRunOf: (version: Version) => RunId | null
}

/** A file and its changes as a window lists them. */
export function listingOf({ file, versions }: FileGroup, { shown, obstacle, forRunOf }: Listed): TouchedFile {
  const listed = versions.map((version) => versionListing(version, forRunOf(version)))
  return { file, ...shown, obstacle, versions: listed }
}

function versionListing(version: Version, forRun: RunId | null): FileVersionListing {
  const { id, kind, runId, callId, at, undoneBy, before, after, beforeKept, lines } = version
  const did = before.is === 'absent' ? 'created' : after.is === 'absent' ? 'deleted' : 'changed'
  return {
    id,
    kind,
    forRun,
    runId,
    callId,
    at,
    did,
    undone: undoneBy !== null,
    kept: before.is === 'absent' || beforeKept,
    byCommand: version.byCommand === true,
    interrupted: version.interrupted === true,
    lines: lines ?? null,
  }
}
