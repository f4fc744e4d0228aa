import { z } from 'zod'
import { ModelRef, ProjectId, SessionId, WorktreeId } from '../../ids.ts'
import { PermissionMode } from '../../permission/mode.ts'
import { MOST_NAME, type TreeComparison, type Worktree, type WorktreePlace } from '../../worktree/worktree.ts'
import { call } from '../call.ts'

const ofTree = z.strictObject({ worktreeId: WorktreeId })
const name = z.string().trim().max(MOST_NAME)

/** Calls about worktrees of tasks. */
export const WORKTREE_CALLS = {
  'worktree.list': call<readonly Worktree[]>()(() => z.strictObject({ projectId: ProjectId })),
  /** Returns the worktrees by name, without a look at their files. */
  'worktree.places': call<readonly WorktreePlace[]>()(() => z.strictObject({ projectId: ProjectId })),
  /** Creates a worktree and a new chat in it. */
  'worktree.newChat': call<{ readonly sessionId: SessionId }>()(() =>
    z.strictObject({
      projectId: ProjectId,
      name,
      permissionMode: PermissionMode,
      model: z.exactOptional(ModelRef),
    }),
  ),
  /** Moves an idle chat into a new worktree. An empty name takes the title of the chat. */
  'worktree.enter': call<null>()(() => z.strictObject({ sessionId: SessionId, name })),
  /** Moves an idle chat back to the folder of its project. The worktree is kept. */
  'worktree.leave': call<null>()(() => z.strictObject({ sessionId: SessionId })),
  /** Compares the files of two worktrees of a project, uncommitted changes included. */
  'worktree.compare': call<TreeComparison>()(() => ofTree.extend({ otherId: WorktreeId })),
  /** Merges the branch of a worktree into the branch of the project. */
  'worktree.merge': call<null>()(() => ofTree),
  /** Puts the changes of a worktree into the files of the project, uncommitted. Returns the number of files. */
  'worktree.apply': call<number>()(() => ofTree),
  /** Removes a worktree. With work that nothing else has only if `anyway`. Commits stay on its branch. */
  'worktree.remove': call<null>()(() => ofTree.extend({ anyway: z.boolean() })),
} as const
