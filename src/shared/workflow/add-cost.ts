import { addUsage, NO_USAGE } from '../session/usage.ts'
import type { AgentCost } from './memo.ts'

export const NO_COST: AgentCost = { usage: NO_USAGE, usd: null }

/** Adds two costs. A price that is known is not lost to one that is not. */
export function addCost(left: AgentCost, right: AgentCost): AgentCost {
  const usd = left.usd === null && right.usd === null ? null : (left.usd ?? 0) + (right.usd ?? 0)
  return { usage: addUsage(left.usage, right.usage), usd }
}
