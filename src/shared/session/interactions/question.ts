import { z } from 'zod'

/** An answer to pick. The description says what it means. */
export const Choice = z.strictObject({ label: z.string(), description: z.exactOptional(z.string()) })
export type Choice = z.infer<typeof Choice>

/** A question to the person. `multiple`: several answers may be picked. */
export const Question = z.strictObject({
  prompt: z.string(),
  choices: z.exactOptional(z.array(Choice)),
  multiple: z.exactOptional(z.literal(true)),
})
export type Question = z.infer<typeof Question>
