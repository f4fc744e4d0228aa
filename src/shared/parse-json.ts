/** Maximum nesting of data: deeper than people write, and safe for recursive code. */
const DEEPEST = 500

/**
 * Parses external JSON. Throws a SyntaxError like JSON.parse, also for nesting that would exhaust the stack.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  // Each level takes two letters, so most texts need no look.
  if (text.length > 2 * DEEPEST && nestsDeeper(value, DEEPEST))
    throw new SyntaxError('It is nested too deep.')
  return value
}

/** Parses JSON of which nothing is known. Returns null for a text that is none. */
export function parseJsonOrNull(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((item) => nestsDeeper(item, levels - 1))
}
