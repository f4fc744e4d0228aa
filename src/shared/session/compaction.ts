/** The gain of a compaction: tokens of the next request before and after, and the number of messages. */
export type CompactionPreview = {
  readonly before: number
  /** An estimate: how long the summary gets is known when it is written. */
  readonly after: number
  readonly summarised: number
  readonly kept: number
}
