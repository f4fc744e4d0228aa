import { z } from 'zod'

/** Below this a request could not even hold the instructions. */
export const LEAST_WINDOW = 4_000
/** How full a window may be before older messages are summarised: not so early that nothing is left to say, nor too late. */
export const COMPACT_AT = { min: 0.2, max: 0.95 } as const

/** What the person settles about chats that grow long, as it is in force where no project says otherwise. */
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
