import type { ProjectId } from '#shared/ids.ts'
import type { FollowedFolder } from './followed-folder.ts'

/** Maximum projects followed at once. */
const KEPT = 32

type Following<T> = Promise<FollowedFolder<T> | null>

/** The folders of projects, each followed from the first question on. Those asked about last stay followed. */
export function createFollowedProjects<T>(follow: (id: ProjectId) => Following<T>) {
  const projects = new Map<ProjectId, Following<T>>()
  /** Those of them that are followed by now. */
  const open = new Map<ProjectId, FollowedFolder<T>>()
  let newest: ProjectId | null = null

  const forget = (id: ProjectId): boolean => {
    const following = projects.get(id)
    if (following === undefined) return false
    projects.delete(id)
    open.delete(id)
    if (newest === id) newest = null
    following.then((folder) => folder?.stop()).catch(() => {})
    return true
  }

  const begin = (id: ProjectId): Following<T> => {
    const following = follow(id)
    following
      .then((folder) => {
        if (folder !== null && projects.get(id) === following) open.set(id, folder)
      })
      // The caller gets the failure.
      .catch(() => {})
    return following
  }

  /** Puts it last among those that are let go when there are too many. */
  const use = (id: ProjectId): Following<T> => {
    const following = projects.get(id) ?? begin(id)
    projects.delete(id)
    projects.set(id, following)
    newest = id
    for (const oldest of projects.keys()) {
      if (projects.size <= KEPT) break
      forget(oldest)
    }
    return following
  }

  return {
    /** The folder of a project: at once where it is followed, and null for a project that is gone. */
    of: (id: ProjectId): FollowedFolder<T> | Following<T> => {
      const known = newest === id ? open.get(id) : undefined
      if (known !== undefined) return known
      const following = use(id)
      return open.get(id) ?? following
    },
    /** False when it was not followed. */
    forget,
    forgetAll: (): void => {
      for (const id of [...projects.keys()]) forget(id)
    },
  }
}
