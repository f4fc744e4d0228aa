import type { TokenCounts, Usage, UsageCost } from './message.ts'

export const NO_USAGE: Usage = { input: 0, output: 0 }

/** Adds two counts; an optional figure appears once either side has it. */
export function addUsage(left: Usage, right: Usage): Usage {
  const sum: Usage = addTokens(left, right)
  const cost = addCosts(left, right)
  if (cost !== undefined) sum.cost = cost
  return sum
}

/** Every token that was sent or received. */
export function tokensOf({ input, output, cacheRead = 0, cacheWrite = 0 }: TokenCounts): number {
  return input + output + cacheRead + cacheWrite
}

/** The tokens of requests that had no price when they were made. */
export function unpricedOf({ cost, ...tokens }: Usage): TokenCounts {
  return cost === undefined ? tokens : (cost.unpriced ?? NO_USAGE)
}

/** Takes a part away from a whole. Never below zero. */
export function lessTokens(whole: TokenCounts, part: TokenCounts): TokenCounts {
  const rest: TokenCounts = {
    input: Math.max(0, whole.input - part.input),
    output: Math.max(0, whole.output - part.output),
  }
  for (const key of OPTIONAL) {
    if (whole[key] !== undefined) rest[key] = Math.max(0, whole[key] - (part[key] ?? 0))
  }
  return rest
}

const OPTIONAL = ['cacheRead', 'cacheWrite', 'cacheWrite1h', 'reasoning'] as const

export function addTokens(left: TokenCounts, right: TokenCounts): TokenCounts {
  const sum: TokenCounts = { input: left.input + right.input, output: left.output + right.output }
  for (const key of OPTIONAL) {
    const total = (left[key] ?? 0) + (right[key] ?? 0)
    if (left[key] !== undefined || right[key] !== undefined) sum[key] = total
  }
  return sum
}

function addCosts(left: Usage, right: Usage): UsageCost | undefined {
  if (left.cost === undefined && right.cost === undefined) return undefined
  const sum: UsageCost = {}
  for (const key of ['billed', 'estimated', 'saved', 'lost'] as const) {
    const [one, other] = [left.cost?.[key], right.cost?.[key]]
    if (one !== undefined || other !== undefined) sum[key] = (one ?? 0) + (other ?? 0)
  }
  const unpriced = addTokens(unpricedOf(left), unpricedOf(right))
  return tokensOf(unpriced) === 0 ? sum : { ...sum, unpriced }
}
