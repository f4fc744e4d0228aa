import { z } from 'zod'

const Dollars = z.number().positive().max(1_000_000).nullable()
const Tokens = z.number().int().positive().max(1_000_000_000_000).nullable()
const Minutes = z.number().positive().max(1_000_000).nullable()

/**
 * Limits of a chat or an agent with all its subagents, over all runs: warning and pause thresholds, null for
 * none. Dollars count models with known prices. Tokens count input and output. Minutes add up over parallel
 * runs and exclude waiting for the person.
 */
export const ChatLimits = z.strictObject({
  warnCost: Dollars,
  stopCost: Dollars,
  warnTokens: Tokens,
  stopTokens: Tokens,
  warnMinutes: z.exactOptional(Minutes),
  stopMinutes: z.exactOptional(Minutes),
})
export type ChatLimits = z.infer<typeof ChatLimits>
