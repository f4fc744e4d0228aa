import type { Millis, ModelRef, SessionId, WorktreeId } from '../ids.ts'
import type { FileDiff } from '../session/file-diff.ts'
import type { WorktreeState } from '../worktree/worktree.ts'
import type { AttemptCheck, AttemptTarget, Letter, PickedPart } from './attempt-events.ts'

/** A set of attempts in a list. */
export type AttemptSetListing = {
  readonly id: SessionId
  readonly task: string
  readonly attempts: number
  readonly createdAt: Millis
}

/** A run of changed lines that can be picked. */
export type AttemptHunk = FileDiff['hunks'][number] & { readonly id: string; readonly section: string }

/** A file that an attempt changed. Without hunks it can only be picked whole. */
export type AttemptFile = Omit<FileDiff, 'hunks'> & {
  readonly kind: 'added' | 'modified' | 'deleted'
  readonly hunks: readonly AttemptHunk[]
}

/** The state of an attempt's work. `waiting`: it needs the person. */
export type AttemptState =
  | 'idle'
  | 'queued'
  | 'running'
  | 'waiting'
  | 'paused'
  | 'done'
  | 'failed'
  | 'stopped'

/** The changes of an attempt, or of the pick, against the base. */
export type AttemptChanges = {
  readonly state: WorktreeState
  readonly files: readonly AttemptFile[]
  /** Uncommitted files and new commits, which a removal would lose or leave on the branch. */
  readonly held: { readonly files: number; readonly commits: number }
  /** Why the changes do not fit the files of the project; null where they do. */
  readonly conflict: string | null
}

/** One attempt with all that is compared. */
export type AttemptView = {
  readonly letter: Letter
  readonly sessionId: SessionId
  readonly worktreeId: WorktreeId
  readonly branch: string
  readonly model: ModelRef
  readonly effort: string | null
  readonly words: string | null
  readonly state: AttemptState
  /** Why it failed; null otherwise. */
  readonly problem: string | null
  /** The first sentence of its newest answer. */
  readonly summary: string
  readonly startedAt: Millis | null
  readonly endedAt: Millis | null
  /** US dollars; null where a price is unknown. */
  readonly cost: number | null
  readonly tokens: number
  readonly check: AttemptCheck | null
  /** Null once its worktree was removed. */
  readonly changes: AttemptChanges | null
}

/** The composed tree. */
export type PickView = {
  readonly worktreeId: WorktreeId
  readonly parts: readonly PickedPart[]
  readonly check: AttemptCheck | null
  readonly changes: AttemptChanges
}

/** A set of attempts, side by side. */
export type AttemptSetView = {
  readonly id: SessionId
  readonly task: string
  readonly base: string
  readonly baseBranch: string | null
  readonly createdAt: Millis
  readonly check: string | null
  readonly limit: number | null
  /** US dollars of all attempts; null where a price is unknown. */
  readonly cost: number | null
  readonly isLimited: boolean
  readonly attempts: readonly AttemptView[]
  readonly pick: PickView | null
  readonly applied: AttemptTarget | null
}

/** Two attempts that change the same lines. */
export type PickConflict = { readonly path: string; readonly letters: readonly Letter[] }

/** The answer to composing: conflicts, and nothing was composed; or none. */
export type Composed = { readonly conflicts: readonly PickConflict[] }
