import { z } from 'zod'
import type { PullState } from '../../changes/pulls.ts'
import { ChangePlaceId } from '../../ids.ts'
import { call } from '../call.ts'

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
      number: z.number().int().positive(),
      commit: z.string().regex(/^[0-9a-f]{40,64}$/),
      method: z.enum(['merge', 'squash', 'rebase']),
    }),
  ),
} as const
