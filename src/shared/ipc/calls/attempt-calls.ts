import { z } from 'zod'
import { AttemptTarget, Letter, MOST_TASK, PickedPart } from '../../attempts/attempt-events.ts'
import type { AttemptSetListing, AttemptSetView, Composed } from '../../attempts/attempts.ts'
import { MOST_ATTEMPTS } from '../../attempts/letters.ts'
import { ModelRef, ProjectId, SessionId } from '../../ids.ts'
import { ReasoningEffort } from '../../model/model.ts'
import { PermissionMode } from '../../permission/mode.ts'
import { call, personCall } from '../call.ts'

const ofSet = z.strictObject({ setId: SessionId })
const ofTarget = ofSet.extend({ of: AttemptTarget })
const wish = {
  model: ModelRef,
  /** Null: as set for the model. */
  effort: ReasoningEffort.nullable(),
  words: z.string().max(MOST_TASK),
} as const

/** Calls about attempts: one task, run several times in worktrees. */
export const ATTEMPT_CALLS = {
  'attempts.list': call<readonly AttemptSetListing[]>()(() => z.strictObject({ projectId: ProjectId })),
  'attempts.view': call<AttemptSetView>()(() => ofSet),
  /** Starts a set. The check is a command of the person, and needs trust in the project. */
  'attempts.start': personCall<{ readonly setId: SessionId }>()(() =>
    z.strictObject({
      projectId: ProjectId,
      task: z.string().trim().min(1).max(MOST_TASK),
      permissionMode: PermissionMode,
      attempts: z.array(z.strictObject(wish)).min(2).max(MOST_ATTEMPTS),
      check: z.string().trim().max(4_000),
      checkMinutes: z.number().positive().max(240),
      limit: z.number().positive().max(1_000_000).nullable(),
    }),
  ),
  /** Starts one more attempt of a set, from the same commit. */
  'attempts.add': personCall<null>()(() => ofSet.extend(wish)),
  /** Stops one attempt with its check, or all of them. */
  'attempts.stop': call<null>()(() => ofSet.extend({ letter: Letter.nullable() })),
  /** Runs the check of the set again. */
  'attempts.check': call<null>()(() => ofTarget),
  /** Composes a tree from picked changes, in a worktree of its own, and checks it. */
  'attempts.pick': call<Composed>()(() => ofSet.extend({ parts: z.array(PickedPart).min(1).max(2_000) })),
  /** Takes over an attempt or the pick, as uncommitted changes or by a merge of its branch. */
  'attempts.apply': call<null>()(() => ofTarget.extend({ way: z.enum(['patch', 'merge']) })),
  /** Takes applied changes out of the project again. */
  'attempts.unapply': call<null>()(() => ofTarget),
  /** Removes a worktree of a set. With work that nothing else has only if `anyway`. */
  'attempts.remove': call<null>()(() => ofTarget.extend({ anyway: z.boolean() })),
} as const
