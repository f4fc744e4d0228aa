import type { FileGroup } from './file-group.ts'
import { type RecordDeps, settleVersion } from './record-change.ts'

/** Works on one file while nobody else of the app does, with its changes as they are by then. */
export async function withFile<T>(
  deps: RecordDeps,
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
