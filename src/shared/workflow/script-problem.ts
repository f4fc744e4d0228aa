import { z } from 'zod'
import { Sentence } from '../sentence-data.ts'

/** A problem in a script before its start. Lines and columns count from 1, as in editors. */
export const ScriptProblem = z.strictObject({
  line: z.number().int().min(1),
  column: z.number().int().min(1),
  message: z.string(),
  /** The message in parts, for a window that has words of its own. */
  said: z.array(Sentence).readonly(),
})
export type ScriptProblem = z.infer<typeof ScriptProblem>
