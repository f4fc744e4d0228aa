/** What came of a case: carried out as meant, refused, or something else was done. */
export type Outcome = 'right' | 'refused' | 'wrong'

type Example = { readonly outcome: Outcome; readonly name: string; readonly words: string }

/** A count of outcomes with the names of what was not right. */
export type Tally = {
  readonly add: (outcome: Outcome, name: string, words?: string, group?: string) => void
  readonly total: () => number
  readonly count: (outcome: Outcome) => number
  /** Returns the share of an outcome in percent. */
  readonly percent: (outcome: Outcome) => number
  readonly examples: (outcome: Outcome) => readonly Example[]
  /** Returns for each group how often it was right, refused and wrong. */
  readonly groups: () => ReadonlyMap<string, Readonly<Record<Outcome, number>>>
}

/** Creates an empty count. */
export function createTally(): Tally {
  const entries: Example[] = []
  const groups = new Map<string, Record<Outcome, number>>()
  const count = (outcome: Outcome) => entries.filter((entry) => entry.outcome === outcome).length
  return {
    add: (outcome, name, words = '', group = '') => {
      entries.push({ outcome, name, words })
      const sums = groups.get(group) ?? { right: 0, refused: 0, wrong: 0 }
      sums[outcome] += 1
      groups.set(group, sums)
    },
    total: () => entries.length,
    count,
    percent: (outcome) => (entries.length === 0 ? 0 : (100 * count(outcome)) / entries.length),
    examples: (outcome) => entries.filter((entry) => entry.outcome === outcome),
    groups: () => groups,
  }
}
