import type { StepStatus } from '../../plan/plan.ts'
import type { NoteText } from '../notes/note.ts'

/** A recap of a chat, built without a model and without changes. */
export type Recap = {
  /** The newest messages of the person, oldest first. */
  readonly asked: readonly string[]
  /** Number of earlier messages left out. */
  readonly earlier: number
  /** The files agents wrote or changed. */
  readonly files: readonly string[]
  /** Tool use counts, most used first. */
  readonly tools: readonly { readonly name: string; readonly uses: number; readonly failed: number }[]
  readonly steps: readonly { readonly title: string; readonly status: StepStatus }[]
  /** The beginning of the last answer; null without one. */
  readonly lastAnswer: string | null
  /** The summary of the older messages; null without a compaction. */
  readonly summary: string | null
  readonly notes: readonly NoteText[]
  /** The chat in one line; null for a chat in which nothing was said. */
  readonly line: {
    readonly text: string
    /** False while the line is from the log, or from before the newest event. */
    readonly isCurrent: boolean
  } | null
  /** The summary kept in the background; null for none. `isCurrent`: nothing was said since. */
  readonly kept: { readonly text: string; readonly at: number; readonly isCurrent: boolean } | null
}
