import { z } from 'zod'

/** What main asks the part of the index that knows what is remembered. */
export const MemoryQuestion = z.strictObject({
  words: z.array(z.string()),
  /** `any`: as many of the words as possible. `all`: every word, each as a beginning. */
  mode: z.enum(['any', 'all']),
  /** Null: wherever it is kept. */
  scopes: z.array(z.strictObject({ scope: z.enum(['project', 'user']), scope_id: z.string() })).nullable(),
  limit: z.number().int().positive(),
})
export type MemoryQuestion = z.infer<typeof MemoryQuestion>
