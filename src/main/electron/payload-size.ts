/** More depth than any request has; a cycle is endless depth. */
const MAX_DEPTH = 32
/** Weight of a value besides its text, so that a million empty lists are not free. */
const VALUE_WEIGHT = 8

/**
 * Whether a payload weighs at most `limit`, in characters and bytes. Counting stops as soon as the result is
 * known, so that a rejection costs less than the request.
 */
export function fitsIn(payload: unknown, limit: number): boolean {
  return remaining(payload, limit, 0) >= 0
}

function remaining(value: unknown, budget: number, depth: number): number {
  let left = budget - VALUE_WEIGHT
  if (typeof value === 'string') return left - value.length
  if (typeof value !== 'object' || value === null) return left
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return left - value.byteLength
  if (depth >= MAX_DEPTH) return -1
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index++)
      left = remaining(value[index], left, depth + 1)
    return left
  }
  if (value instanceof Map || value instanceof Set) return -1
  for (const key in value) {
    if (left < 0) return left
    left = remaining((value as Record<string, unknown>)[key], left - key.length, depth + 1)
  }
  return left
}
