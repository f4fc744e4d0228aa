import type { BranchList, DeletedBranch, UpstreamDistance } from '#shared/changes/changes.ts'
import { AppError } from '#shared/errors.ts'
import type { ChangePlaceId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { say } from '#shared/sentences.ts'
import type { ActDeps, ActPlace } from './acts.ts'
import { branchesOf, distanceOf, switchTo, trackBranch } from './branches.ts'
import {
  type BranchDeletion,
  type DeletedSettings,
  deleteBranch,
  renameBranch,
  restoreBranch,
} from './rename-branch.ts'
import type { Repository } from './repository.ts'

type Deps = ActDeps & {
  readonly isRunning: (id: ChangePlaceId) => boolean
  readonly look: (id: ChangePlaceId, signal: AbortSignal) => Promise<ActPlace>
  readonly open: (id: ChangePlaceId, signal: AbortSignal) => Promise<Repository>
  readonly act: (id: ChangePlaceId, signal: AbortSignal) => Promise<ActPlace & { project: Project }>
}

/** Creates the acts on branches. Those that change files wait until no agent works on them. */
export function createBranching(deps: Deps) {
  const { look, act } = deps
  const kept: DeletedSettings = new Map()
  const idle = async (id: ChangePlaceId, signal: AbortSignal): Promise<ActPlace> => {
    const place = await act(id, signal)
    if (!deps.isRunning(id)) return place
    throw AppError.saying('run.active', say('changes.switchRunning', { project: place.project.name }))
  }
  return {
    branches: async (id: ChangePlaceId, signal: AbortSignal): Promise<BranchList> =>
      branchesOf(await look(id, signal), signal),
    /** Returns how far the branch is from its upstream; null without one, and where no repository is. */
    distance: async (id: ChangePlaceId, signal: AbortSignal): Promise<UpstreamDistance | null> => {
      try {
        return await distanceOf(await deps.open(id, signal), signal)
      } catch (error) {
        // The page of changes explains the failure.
        if (error instanceof AppError) return null
        throw error
      }
    },
    switchTo: async (
      id: ChangePlaceId,
      request: { readonly name: string; readonly create: boolean },
      signal: AbortSignal,
    ): Promise<void> => switchTo(await idle(id, signal), deps, request, signal),
    /** Creates a branch that follows one of a remote, and switches to it. */
    track: async (id: ChangePlaceId, remote: string, signal: AbortSignal): Promise<void> =>
      trackBranch(await idle(id, signal), deps, remote, signal),
    renameBranch: async (
      id: ChangePlaceId,
      names: { readonly name: string; readonly to: string },
      signal: AbortSignal,
    ): Promise<void> => renameBranch(await act(id, signal), deps, names, signal),
    deleteBranch: async (
      id: ChangePlaceId,
      deletion: BranchDeletion,
      signal: AbortSignal,
    ): Promise<DeletedBranch> => deleteBranch(await act(id, signal), deps, { ...deletion, kept }, signal),
    restoreBranch: async (
      id: ChangePlaceId,
      branch: { readonly name: string; readonly commit: string; readonly upstream: string | null },
      signal: AbortSignal,
    ): Promise<void> => restoreBranch(await act(id, signal), deps, { ...branch, kept }, signal),
  }
}
