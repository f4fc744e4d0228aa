import type { StepStatus } from '../plan/plan.ts'
import type { NoteText } from './note.ts'

/** What happened in a chat, told without asking a model and without changing anything. */
export type Recap = {
  /** What the person said, oldest first; the newest of it. */
  readonly asked: readonly string[]
  /** How much of what the person said is not told. */
  readonly earlier: number
  /** The files agents wrote or changed. */
  readonly files: readonly string[]
  /** How often which tool was used, the most used first. */
  readonly tools: readonly { readonly name: string; readonly uses: number; readonly failed: number }[]
  readonly steps: readonly { readonly title: string; readonly status: StepStatus }[]
  /** How the last answer begins; null where there is none. */
  readonly lastAnswer: string | null
  /** What stands for the older messages; null where nothing was summarised. */
  readonly summary: string | null
  readonly notes: readonly NoteText[]
}
