import type { z } from 'zod'
import { never } from '../never.ts'
import type {
  AttemptAdded,
  AttemptApplied,
  AttemptCheck,
  AttemptEvent,
  AttemptsPicked,
  AttemptsStarted,
  AttemptTarget,
} from './attempt-events.ts'

/** One attempt as the log has it. */
export type Attempt = z.infer<typeof AttemptAdded> & {
  /** Whether the person removed its worktree. */
  readonly isRemoved: boolean
}

/** A set of attempts as the log has it. */
export type AttemptSet = {
  readonly start: z.infer<typeof AttemptsStarted> | null
  readonly attempts: readonly Attempt[]
  readonly checks: Readonly<Partial<Record<AttemptTarget, AttemptCheck>>>
  readonly pick: z.infer<typeof AttemptsPicked> | null
  /** The attempt taken over last; null for none, or after an undo. */
  readonly applied: z.infer<typeof AttemptApplied> | null
  /** Whether the spending limit ended attempts. */
  readonly isLimited: boolean
}

export const EMPTY_SET: AttemptSet = {
  start: null,
  attempts: [],
  checks: {},
  pick: null,
  applied: null,
  isLimited: false,
}

/** Folds the events of a set. Total and pure. */
export function foldAttempts(set: AttemptSet, { kind, payload }: AttemptEvent): AttemptSet {
  switch (kind) {
    case 'attempts.started':
      return { ...set, start: payload }
    case 'attempts.added':
      return { ...set, attempts: [...set.attempts, { ...payload, isRemoved: false }] }
    case 'attempts.checked':
      return { ...set, checks: { ...set.checks, [payload.of]: payload } }
    case 'attempts.picked': {
      const { pick: _old, ...checks } = set.checks
      return { ...set, pick: payload, checks }
    }
    case 'attempts.applied':
      return { ...set, applied: payload.way === 'undone' ? null : payload }
    case 'attempts.removed':
      return payload.of === 'pick'
        ? { ...set, pick: null }
        : {
            ...set,
            attempts: set.attempts.map((each) =>
              each.letter === payload.of ? { ...each, isRemoved: true } : each,
            ),
          }
    case 'attempts.limited':
      return { ...set, isLimited: true }
    default:
      return never(kind)
  }
}
