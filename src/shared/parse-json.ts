/** How deep data may nest: deeper than anybody writes it, and little enough for everything that walks it. */
const DEEPEST = 500

/**
 * What a text from outside says as JSON. Like JSON.parse it throws a SyntaxError, also for what nests so deep that storing it
 * or looking through it would exhaust the stack.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  // Each level takes two letters, so most texts need no look.
  if (text.length > 2 * DEEPEST && nestsDeeper(value, DEEPEST))
    throw new SyntaxError('It is nested too deep.')
  return value
}

function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((item) => nestsDeeper(item, levels - 1))
}
