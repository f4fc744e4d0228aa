import { addUsage, NO_USAGE } from '../session/usage.ts'
import type { AgentCost } from './memo.ts'

export const NO_COST: AgentCost = { usage: NO_USAGE, usd: null }

/** Adds two costs. A price that is known is not lost to one that is not; what used nothing has none to tell. */
export function addCost(left: AgentCost, right: AgentCost): AgentCost {
  const usage = addUsage(left.usage, right.usage)
  const used = [left, right].filter((cost) => !isUnused(cost))
  const prices = (used.length === 0 ? [left, right] : used).flatMap(({ usd }) => (usd === null ? [] : [usd]))
  return { usage, usd: prices.length === 0 ? null : prices.reduce((sum, usd) => sum + usd, 0) }
}

function isUnused({ usage, usd }: AgentCost): boolean {
  const { input, output, cacheRead = 0, cacheWrite = 0 } = usage
  return input + output + cacheRead + cacheWrite === 0 && (usd ?? 0) === 0
}
