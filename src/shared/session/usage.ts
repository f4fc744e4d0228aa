import type { Usage } from './message.ts'

export const NO_USAGE: Usage = { input: 0, output: 0 }

/** Adds two counts; an optional figure appears once either side has it. */
export function addUsage(left: Usage, right: Usage): Usage {
  const sum: Usage = { input: left.input + right.input, output: left.output + right.output }
  for (const key of ['cacheRead', 'cacheWrite', 'reasoning'] as const) {
    const total = (left[key] ?? 0) + (right[key] ?? 0)
    if (left[key] !== undefined || right[key] !== undefined) sum[key] = total
  }
  return sum
}
