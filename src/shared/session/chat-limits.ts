import { z } from 'zod'

const Dollars = z.number().positive().max(1_000_000).nullable()
const Tokens = z.number().int().positive().max(1_000_000_000_000).nullable()

/**
 * What a chat may use with all its agents, over all its runs: where the person is told, and where it pauses. Null is no
 * such line. Dollars count where prices are known; tokens are those read and written.
 */
export const ChatLimits = z.strictObject({
  warnCost: Dollars,
  stopCost: Dollars,
  warnTokens: Tokens,
  stopTokens: Tokens,
})
export type ChatLimits = z.infer<typeof ChatLimits>

/** True when no line is set. */
export function isUnlimited(limits: Readonly<Record<string, number | null>> | undefined): boolean {
  return limits === undefined || Object.values(limits).every((line) => line === null)
}
