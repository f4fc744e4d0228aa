import { z } from 'zod'
import { ModelRef, SessionId, WorktreeId } from '../ids.ts'
import { ReasoningEffort } from '../model/model.ts'
import { LETTERS } from './letters.ts'

export const Letter = z.enum(LETTERS)
export type Letter = z.infer<typeof Letter>

/** An attempt, or the tree that the person composed from several. */
export const AttemptTarget = z.union([Letter, z.literal('pick')])
export type AttemptTarget = z.infer<typeof AttemptTarget>

const Commit = z.string().regex(/^[0-9a-f]{40,64}$/)

/** The longest text of a task. */
export const MOST_TASK = 20_000
/** Characters of a check's output that are kept: the end of it. */
export const MOST_OUTPUT = 20_000

/** The task of a set of attempts, and what holds for all of them. */
export const AttemptsStarted = z.strictObject({
  task: z.string().min(1).max(MOST_TASK),
  /** The commit that every attempt begins at. */
  base: Commit,
  baseBranch: z.string().nullable(),
  /** The command that checks an attempt; null for none. */
  check: z.string().max(4_000).nullable(),
  checkMinutes: z.number().positive().max(240),
  /** The most that all attempts together may cost, in US dollars; null for no limit. */
  limit: z.number().positive().nullable(),
})

export const AttemptAdded = z.strictObject({
  letter: Letter,
  sessionId: SessionId,
  worktreeId: WorktreeId,
  branch: z.string().max(300),
  model: ModelRef,
  effort: ReasoningEffort.nullable(),
  /** Words that only this attempt gets; null for none. */
  words: z.string().max(MOST_TASK).nullable(),
})

/**
 * The outcome of a check. `late`: it exceeded its time and was ended. `broken`: it could not start. `interrupted`: the
 * app ended first.
 */
export const AttemptChecked = z.strictObject({
  of: AttemptTarget,
  state: z.enum(['running', 'passed', 'failed', 'late', 'stopped', 'broken', 'interrupted']),
  exitCode: z.number().nullable(),
  output: z.string().max(MOST_OUTPUT + 100),
  ms: z.number().nullable(),
})
export type AttemptCheck = z.infer<typeof AttemptChecked>

/** Changes that the person picked from an attempt. `hunks` is null for the whole file. */
export const PickedPart = z.strictObject({
  letter: Letter,
  path: z.string().min(1).max(4_096),
  hunks: z.array(z.string().max(64)).max(2_000).nullable(),
})
export type PickedPart = z.infer<typeof PickedPart>

/** A composed tree, in a worktree of its own. */
export const AttemptsPicked = z.strictObject({
  parts: z.array(PickedPart).max(2_000),
  tree: Commit,
  worktreeId: WorktreeId,
})

export const AttemptApplied = z.strictObject({
  of: AttemptTarget,
  way: z.enum(['patch', 'merge', 'undone']),
})
export const AttemptRemoved = z.strictObject({ of: AttemptTarget })
/** The spending limit ended the attempts that were running. */
export const AttemptsLimited = z.strictObject({ spent: z.number() })

/** The durable events of a set of attempts, by kind. */
export const ATTEMPT_PAYLOADS = {
  'attempts.started': AttemptsStarted,
  'attempts.added': AttemptAdded,
  'attempts.checked': AttemptChecked,
  'attempts.picked': AttemptsPicked,
  'attempts.applied': AttemptApplied,
  'attempts.removed': AttemptRemoved,
  'attempts.limited': AttemptsLimited,
} as const

export type AttemptEventKind = keyof typeof ATTEMPT_PAYLOADS
type AttemptEventOf<K extends AttemptEventKind> = {
  readonly kind: K
  readonly payload: z.infer<(typeof ATTEMPT_PAYLOADS)[K]>
}
export type AttemptEvent = { [K in AttemptEventKind]: AttemptEventOf<K> }[AttemptEventKind]
