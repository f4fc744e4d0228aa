/** A failure a person can act on: what happened, and what to do about it. */
export class SetupError extends Error {
  /**
   * @param {string} what
   * @param {string} remedy
   */
  constructor(what, remedy) {
    super(what)
    this.name = 'SetupError'
    this.remedy = remedy
  }
}

/**
 * The lines a person reads when something failed. A bug keeps its stack, a foreseen failure does not.
 * @param {unknown} error
 */
export function describeFailure(error) {
  if (error instanceof SetupError) return `${error.message}\n  What to do: ${error.remedy}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
