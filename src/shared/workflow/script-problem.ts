import { z } from 'zod'
import { Sentence } from '../sentence-data.ts'

/** What is wrong with a script before it starts, and where: lines and columns count from 1, as editors show them. */
export const ScriptProblem = z.strictObject({
  line: z.number().int().min(1),
  column: z.number().int().min(1),
  message: z.string(),
  /** The message in parts, for a window that has words of its own. */
  said: z.array(Sentence).readonly(),
})
export type ScriptProblem = z.infer<typeof ScriptProblem>
