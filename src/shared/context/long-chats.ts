import { z } from 'zod'

/** Below this a request could not even hold the instructions. */
export const LEAST_WINDOW = 4_000
/**
 * Allowed fill levels of the window for automatic compaction. Lower leaves too little history; higher leaves
 * too little room.
 */
export const COMPACT_AT = { min: 0.2, max: 0.95 } as const

/** The person's settings for long chats, in effect unless a project overrides them. */
export const LongChats = z.strictObject({
  /** Older messages are summarised by themselves. */
  auto: z.boolean(),
  /** The share of the window at which they are. */
  at: z.number().min(COMPACT_AT.min).max(COMPACT_AT.max),
  /** The most tokens a request may have; null for as many as the model takes. */
  window: z.number().int().min(LEAST_WINDOW).nullable(),
  /** Of the person's messages a model reads the last so many, with what followed them; null for the whole chat. */
  turns: z.number().int().positive().nullable(),
})
export type LongChats = z.infer<typeof LongChats>
