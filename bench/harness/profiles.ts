/**
 * How often a scripted model slips, and how it takes an answer. These are assumptions: they make one harness
 * comparable with itself and say nothing of a real model.
 */
export type Profile = {
  readonly name: string
  /** The share of edits and writes whose text has a slip. */
  readonly text: number
  /** The share of calls whose form or path has a slip. */
  readonly form: number
  /** The share of answers that are empty, only thoughts, a call as text, cut, or the last call once more. */
  readonly talk: number
  /** The share of answers with a slip of the protocol's server. Chat completions has its slips among the others. */
  readonly own: number
  /** The chance that a slip comes again after an answer that says nothing of it. */
  readonly habit: number
  /** The number of failures of one call after which the model gives up and says so. */
  readonly patience: number
}

/** The share of edits after which a model reads the file again when the answer does not show the changed lines. */
export const READS_AGAIN = 0.2

export const PROFILES: readonly Profile[] = [
  { name: 'frontier', text: 0.04, form: 0.02, talk: 0.002, own: 0.01, habit: 0.3, patience: 6 },
  { name: 'middle', text: 0.15, form: 0.12, talk: 0.02, own: 0.05, habit: 0.5, patience: 5 },
  { name: 'small', text: 0.3, form: 0.25, talk: 0.05, own: 0.1, habit: 0.75, patience: 4 },
]

/** A model that makes no slip: what it takes is the ideal. */
export const PERFECT: Profile = { name: 'perfect', text: 0, form: 0, talk: 0, own: 0, habit: 0, patience: 6 }

/** What an answer holds about a slip, from most to least helpful. */
export type Evidence = 'shows' | 'names' | 'hints' | 'nothing'

/** How much of a habit is left after an answer. */
const LEFT: Readonly<Record<Evidence, number>> = { shows: 0.1, names: 0.25, hints: 0.8, nothing: 1 }

/** Returns the chance that the slip comes again. */
export function chanceAgain({ habit }: Profile, evidence: Evidence): number {
  return habit * LEFT[evidence]
}
