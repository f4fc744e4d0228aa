import { z } from 'zod'
import { ChangePlaceId, ProjectId } from '../../ids.ts'
import type { CheckListing } from '../../problems/check-listing.ts'
import type { ShownProblems } from '../../problems/problem.ts'
import { call } from '../call.ts'

const ofPlace = () => ({ projectId: ProjectId, placeId: ChangePlaceId })

/** Calls about problems that the checks of a project found. */
export const PROBLEM_CALLS = {
  /** Returns the newest check after edits in a project or one of its worktrees; null where there was none. */
  'problems.list': call<ShownProblems | null>()(() => z.strictObject(ofPlace())),
  /** Returns the checks that the settings of a project name. */
  'problems.checks': call<CheckListing>()(() => z.strictObject({ projectId: ProjectId })),
  /** Switches on the language server whose command has this fingerprint; null switches it off. */
  'problems.turnServer': call<null>()(() =>
    z.strictObject({
      projectId: ProjectId,
      id: z.string().min(1).max(60),
      digest: z
        .string()
        .regex(/^[0-9a-f]{32}$/)
        .nullable(),
    }),
  ),
  /** Opens a listed problem in the person's editor. */
  'problems.open': call<null>()(() =>
    z.strictObject({
      ...ofPlace(),
      path: z.string().min(1).max(4_096),
      line: z.number().int().min(1).max(10_000_000),
    }),
  ),
} as const
