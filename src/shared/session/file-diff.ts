import { z } from 'zod'

/** A run of changed lines with some unchanged ones around it. Line numbers count from 1. */
export const DiffHunk = z.strictObject({
  oldStart: z.number(),
  newStart: z.number(),
  /** Each line with its mark first: a space, `+` or `-`. */
  lines: z.array(z.string()),
})
export type DiffHunk = z.infer<typeof DiffHunk>

/** A change to one file as data. `path` is relative to the project and uses `/`. */
export const FileDiff = z.strictObject({
  path: z.string(),
  added: z.number(),
  removed: z.number(),
  hunks: z.array(DiffHunk),
  /** True when the change was too large to keep whole. */
  cut: z.boolean(),
})
export type FileDiff = z.infer<typeof FileDiff>
