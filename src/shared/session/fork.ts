import { z } from 'zod'
import { EventId, Millis } from '../ids.ts'

/** One of several ways a conversation went on from the same place. */
export const Branch = z.strictObject({
  /** The first event of this way. */
  id: EventId,
  /** Its newest end, which is where one goes on. */
  leafId: EventId,
  at: Millis,
  /** How its first message begins. */
  text: z.string(),
  messages: z.number(),
})
export type Branch = z.infer<typeof Branch>

/** A place where a conversation went on in more than one way; `parentId` is null for its beginning. */
export const Fork = z.strictObject({ parentId: EventId.nullable(), branches: z.array(Branch) })
export type Fork = z.infer<typeof Fork>
