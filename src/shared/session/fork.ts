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
  /** Whether what is shown now lies on it. */
  shown: z.boolean(),
})
export type Branch = z.infer<typeof Branch>

/** A place where a conversation went on in more than one way; `parentId` is null for its beginning. */
export const Fork = z.strictObject({
  parentId: EventId.nullable(),
  /** The way, by its first event, on which this place lies; null for the part before any fork. */
  on: EventId.nullable(),
  /** How the message at this place begins. */
  text: z.string(),
  branches: z.array(Branch),
})
export type Fork = z.infer<typeof Fork>
