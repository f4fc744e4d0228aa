import type { FileVersionListing, TouchedFile } from '#shared/checkpoint/checkpoint.ts'
import type { FileGroup } from './file-group.ts'
import type { Shown } from './previews.ts'
import type { Version } from './version.ts'

/** A file and its changes as a window lists them. */
export function listingOf({ file, versions }: FileGroup, shown: Shown): TouchedFile {
  return { file, ...shown, versions: versions.map(versionListing) }
}

function versionListing(version: Version): FileVersionListing {
  const { id, kind, runId, callId, at, undoneBy, before, after, beforeKept } = version
  const did = before.is === 'absent' ? 'created' : after.is === 'absent' ? 'deleted' : 'changed'
  return {
    ...{ id, kind, runId, callId, at, did },
    undone: undoneBy !== null,
    kept: before.is === 'absent' || beforeKept,
  }
}
