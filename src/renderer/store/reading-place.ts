/** The reading position in a conversation away from its end: row, offset and row heights. */
export type ReadingPlace = {
  readonly key: string
  readonly within: number
  readonly heights: ReadonlyMap<string, number>
}
