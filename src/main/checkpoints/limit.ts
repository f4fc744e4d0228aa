import type { ProjectId } from '#shared/ids.ts'
import type { ContentRows, VersionRows } from './rows.ts'
import { keptHashes } from './rows.ts'

type Deps = {
  readonly rows: Pick<VersionRows, 'usage' | 'oldestKept' | 'release' | 'isNamedInProject'> &
    Pick<ContentRows, 'content'>
  readonly drop: (hashes: readonly string[]) => void
  /** Maximum disk space for the copies of one project, in bytes. */
  readonly maxBytes: number
}

const BATCH = 32

/** Keeps the copies of each project within the limit: the oldest go first. */
export function createLimit({ rows, drop, maxBytes }: Deps) {
  /** At least what the copies take. Measuring it exactly each time would cost more than the copy. */
  const estimates = new Map<ProjectId | null, number>()

  const evict = (projectId: ProjectId | null): number => {
    let { bytes } = rows.usage(projectId)
    while (bytes > maxBytes) {
      const oldest = rows.oldestKept(projectId, BATCH)
      if (oldest.length === 0) break
      for (const version of oldest) {
        if (bytes <= maxBytes) break
        const hashes = new Set(keptHashes(version))
        rows.release(version.id)
        for (const hash of hashes) {
          if (!rows.isNamedInProject(projectId, hash)) bytes -= rows.content(hash)?.stored ?? 0
        }
        drop([...hashes])
      }
    }
    return bytes
  }

  return {
    maxBytes,
    /** Called when so many bytes more are named by a project. */
    grown: (projectId: ProjectId | null, by: number): void => {
      const estimate = (estimates.get(projectId) ?? rows.usage(projectId).bytes) + by
      estimates.set(projectId, estimate > maxBytes ? evict(projectId) : estimate)
    },
  }
}
export type Limit = ReturnType<typeof createLimit>
