import { z } from 'zod'
import { MemoryId } from '../ids.ts'
import { MissedMeaning } from './embedding.ts'
import { FoundBy } from './found-by.ts'
import { MemoryAuthor, MemoryScope } from './memory.ts'

/** One memory a run was given, how well it fits from 0 to 1, and why. */
export const RecalledMemory = z.strictObject({
  id: MemoryId,
  key: z.string(),
  scope: MemoryScope,
  score: z.number(),
  /** The words it shares with the question. */
  words: z.array(z.string()),
  /** Which ways it was found. Older logs do not say: by words, as all was then. */
  by: z.exactOptional(z.array(FoundBy)),
  /** The person wants it always used here. */
  always: z.boolean(),
  /** Who wrote it, and in which chat it was said. */
  from: z.exactOptional(z.strictObject({ author: MemoryAuthor, chat: z.string().nullable() })),
})
export type RecalledMemory = z.infer<typeof RecalledMemory>

/** What a stored recall carries beside its words for the model. */
export const RecallData = z.looseObject({
  memories: z.array(RecalledMemory),
  /** Why only words were compared. */
  missed: z.exactOptional(MissedMeaning),
  /** What fitted as well and was not told, since it was too long for the room there is: their keys. */
  left: z.exactOptional(z.array(z.string())),
})
export type RecallData = z.infer<typeof RecallData>
