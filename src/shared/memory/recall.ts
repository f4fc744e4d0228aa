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
  /** The kinds of match. Missing in older logs, where all matches were by words. */
  by: z.exactOptional(z.array(FoundBy)),
  /** The person wants it always used here. */
  always: z.boolean(),
  /** The author, and the chat where it was said. */
  from: z.exactOptional(z.strictObject({ author: MemoryAuthor, chat: z.string().nullable() })),
})
export type RecalledMemory = z.infer<typeof RecalledMemory>

/** Data of a stored recall beside the text for the model. */
export const RecallData = z.looseObject({
  memories: z.array(RecalledMemory),
  /** Why only words were compared. */
  missed: z.exactOptional(MissedMeaning),
  /** Keys of matching items left out because the token budget was full. */
  left: z.exactOptional(z.array(z.string())),
})
export type RecallData = z.infer<typeof RecallData>
