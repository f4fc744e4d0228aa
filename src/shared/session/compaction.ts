/** What a compaction of a chat would gain: tokens of the next request now and then, and how many messages. */
export type CompactionPreview = {
  readonly before: number
  /** An estimate: how long the summary gets is known when it is written. */
  readonly after: number
  readonly summarised: number
  readonly kept: number
}
