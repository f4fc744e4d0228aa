import { z } from 'zod'
import { AutofixWish, PullRepository, type PullWatchView } from '../../changes/pull-watch.ts'
import type { PlacedPull, PullState } from '../../changes/pulls.ts'
import { ChangePlaceId, ProjectId, PullWatchId, SessionId } from '../../ids.ts'
import { call } from '../call.ts'

const PullNumber = z.number().int().positive().max(1_000_000_000)
const ofWatch = z.strictObject({ watchId: PullWatchId })

/** Calls about pull requests on GitHub, through the program `gh` of the person. */
export const PULL_CALLS = {
  /** Returns the pull request of the branch, with its checks and comments. */
  'pulls.get': call<PullState>()(() => z.strictObject({ placeId: ChangePlaceId })),
  /** Has a model draft title and text from the commits of the branch, which are sent to its provider. */
  'pulls.draft': call<{ readonly title: string; readonly body: string }>()(() =>
    z.strictObject({ placeId: ChangePlaceId }),
  ),
  /** Creates a pull request for the branch. The branch must be pushed. */
  'pulls.create': call<null>()(() =>
    z.strictObject({
      placeId: ChangePlaceId,
      title: z.string().trim().min(1).max(250),
      body: z.string().max(60_000),
      isDraft: z.boolean(),
    }),
  ),
  /** Merges a pull request at a commit. Refused when newer commits were pushed. */
  'pulls.merge': call<null>()(() =>
    z.strictObject({
      placeId: ChangePlaceId,
      number: PullNumber,
      commit: z.string().regex(/^[0-9a-f]{40,64}$/),
      method: z.enum(['merge', 'squash', 'rebase']),
    }),
  ),
  /** Returns a pull request of a project by its number. */
  'pulls.find': call<PlacedPull>()(() => z.strictObject({ projectId: ProjectId, number: PullNumber })),
  /** Returns the pull requests of a project that are followed, and those that were until a week ago. */
  'pulls.watches': call<readonly PullWatchView[]>()(() => z.strictObject({ projectId: ProjectId })),
  /** Lets an agent repair the failed checks of a pull request, in a worktree. */
  'pulls.autofix': call<null>()(() => AutofixWish),
  /** Follows a pull request. News reach the person, and a chat if one is given. */
  'pulls.subscribe': call<null>()(() =>
    z.strictObject({
      projectId: ProjectId,
      number: PullNumber,
      repository: PullRepository,
      sessionId: SessionId.nullable(),
    }),
  ),
  /** Stops following a pull request, with the agent that repairs it. */
  'pulls.stopWatch': call<null>()(() => ofWatch),
  /** Stops the repair that is running, in any project. */
  'pulls.stopAutofix': call<null>()(() => z.strictObject({})),
  /** Takes a pull request that is no longer followed out of the list. */
  'pulls.dismissWatch': call<null>()(() => ofWatch),
  /** Pushes the fix that waits for the person. */
  'pulls.pushFix': call<null>()(() => ofWatch),
  /** Reads a followed pull request now. */
  'pulls.checkWatch': call<null>()(() => ofWatch),
} as const
