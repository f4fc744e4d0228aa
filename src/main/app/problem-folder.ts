import { realpath } from 'node:fs/promises'
import type { ChangePlaceId, ProjectId } from '#shared/ids.ts'
import type { Rooms } from './open-rooms.ts'
import { changePlaces } from './work/open-change-review.ts'

/** Returns the folder of a reviewed place, for its problems: null for the project itself. */
export function problemFolder({ projects, worktrees }: Pick<Rooms, 'projects' | 'worktrees'>) {
  const placeOf = changePlaces(projects, worktrees.tasks)
  return async (projectId: ProjectId, placeId: ChangePlaceId): Promise<string | null> =>
    placeId === projectId ? null : await realpath((await placeOf(placeId)).path)
}
