import type { FileGroup } from './file-group.ts'
import { type RecordDeps, settleVersion } from './record-change.ts'

/** Maximum wait for an agent that is writing the file, in milliseconds. */
const PATIENCE_MS = 30_000

/** Runs `work` with exclusive access to one file and its current changes. */
export async function withFile<T>(
  deps: RecordDeps,
  group: FileGroup,
  signal: AbortSignal,
  work: (fresh: FileGroup) => Promise<T>,
): Promise<T> {
  const unlock = await deps.lock(group.key, AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]))
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
