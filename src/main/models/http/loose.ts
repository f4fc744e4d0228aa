/** An object of another program, of which no field is known yet. */
export type Loose = Record<string, unknown>

export function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null
}

/** Returns a number of tokens, or null for anything else. */
export function tokensIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}
