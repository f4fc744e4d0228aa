/**
 * Returns the arguments of a call as an object, which protocols demand. A model that wrote something else gets none
 * back: its own words in an object of ours would teach it a wrong form.
 */
export function callInput(args: unknown): Record<string, unknown> {
  const isObject = typeof args === 'object' && args !== null && !Array.isArray(args)
  return isObject ? (args as Record<string, unknown>) : {}
}
