import { z } from 'zod'

/** What is wrong with a script before it starts, and where: lines and columns count from 1, as editors show them. */
export const ScriptProblem = z.strictObject({
  line: z.number().int().min(1),
  column: z.number().int().min(1),
  message: z.string(),
})
export type ScriptProblem = z.infer<typeof ScriptProblem>
