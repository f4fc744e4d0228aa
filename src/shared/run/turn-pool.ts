import { z } from 'zod'

/** The spend limit of one turn with all its agents and workflows. Null: not limited. */
export const TurnPool = z.strictObject({
  /** Output tokens. */
  tokens: z.number().int().positive().nullable(),
  /** US dollars. */
  usd: z.number().positive().nullable(),
})
export type TurnPool = z.infer<typeof TurnPool>
