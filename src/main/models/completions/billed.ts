import type { UsageCost } from '#shared/session/message.ts'
import { isLoose, type Loose, tokensIn } from '../http/loose.ts'

/** xAI bills in ticks (documentation of 2026-11). */
const TICKS_PER_DOLLAR = 1e10

/**
 * The amount in US dollars that a provider reports with the usage of a request (OpenRouter and xAI, documentation of
 * 2026-11). With a key of one's own, OpenRouter's `cost` is only its fee and the rest is billed upstream.
 */
export function billedIn(usage: Loose): { readonly cost?: UsageCost } {
  const ticks = tokensIn(usage['cost_in_usd_ticks'])
  if (ticks !== null) return { cost: { billed: ticks / TICKS_PER_DOLLAR } }
  const cost = tokensIn(usage['cost'])
  if (cost === null) return {}
  const details = usage['cost_details']
  const upstream = isLoose(details) ? tokensIn(details['upstream_inference_cost']) : null
  return { cost: { billed: cost + (usage['is_byok'] === true ? (upstream ?? 0) : 0) } }
}
