import { z } from 'zod'

const Dollars = z.number().positive().max(1_000_000).nullable()
const Tokens = z.number().int().positive().max(1_000_000_000_000).nullable()
const Minutes = z.number().positive().max(1_000_000).nullable()

/**
 * What a chat, or an agent, may use with all that work for it, over all its runs: where the person is told, and where
 * it pauses with them. Null is no such line. Dollars count where prices are known; tokens are those read and written;
 * minutes are those of all their runs together, so of two that work side by side both count. Waiting for the person is
 * not counted.
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
