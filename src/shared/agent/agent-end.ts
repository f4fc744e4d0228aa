import { z } from 'zod'
import { Sentence } from '../sentence-data.ts'

/**
 * How an agent ended, for the person. It stands beside the report of it, which is written for a model and names the ways
 * a model has to let the agent go on.
 */
export const AgentEnd = z.strictObject({
  state: z.enum(['done', 'paused', 'failed', 'stopped', 'interrupted']),
  /** Why it did not finish; null where it did, or nobody knows. */
  problem: z.string().nullable(),
  /** The same in parts, for a window of another language. */
  said: z.array(Sentence),
  /** Where in the report the last words of the agent begin, and where they end. */
  words: z.tuple([z.number(), z.number()]),
})
export type AgentEnd = z.infer<typeof AgentEnd>
