/** Where somebody read in a conversation, away from its end: so far into which row, and how high the rows were. */
export type ReadingPlace = {
  readonly key: string
  readonly within: number
  readonly heights: ReadonlyMap<string, number>
}
