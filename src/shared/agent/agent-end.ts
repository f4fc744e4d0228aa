import { z } from 'zod'
import { Sentence } from '../sentence-data.ts'

/**
 * The outcome of an agent, written for the person. The agent's report is separate: it is written for a model
 * and names the ways a model can resume the agent.
 */
export const AgentEnd = z.strictObject({
  state: z.enum(['done', 'paused', 'failed', 'stopped', 'interrupted']),
  /** The reason the agent did not finish. Null after a normal end or when the reason is unknown. */
  problem: z.string().nullable(),
  /** The same in parts, for a window of another language. */
  said: z.array(Sentence),
  /** Start and end offsets of the agent's final answer within the report. */
  words: z.tuple([z.number(), z.number()]),
})
export type AgentEnd = z.infer<typeof AgentEnd>
