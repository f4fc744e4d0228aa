import { z } from 'zod'
import { EventId, Millis } from '../ids.ts'

/** One of several ways a conversation went on from the same place. */
export const Branch = z.strictObject({
  /** The first event of this way. */
  id: EventId,
  /** The newest event of the branch, where a chat resumes. */
  leafId: EventId,
  at: Millis,
  /** The beginning of its first message. */
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
  /** The beginning of the message at this position. */
  text: z.string(),
  branches: z.array(Branch),
})
export type Fork = z.infer<typeof Fork>

/** Stored messages after the shown position, once the person has gone back to it. */
export const Ahead = z.strictObject({
  /** The place; null for the beginning. */
  from: EventId.nullable(),
  /** The newest end of what came after it, and how many messages stand on the way there. */
  leafId: EventId,
  messages: z.number(),
  /** Number of branches from here. */
  ways: z.number(),
  /** Nothing came after it but a summary of what stands before. */
  isSummary: z.boolean(),
})
export type Ahead = z.infer<typeof Ahead>

/** All the ways of a conversation; `ahead` is null where what is shown is an end. */
export const Ways = z.strictObject({ forks: z.array(Fork), ahead: Ahead.nullable() })
export type Ways = z.infer<typeof Ways>
