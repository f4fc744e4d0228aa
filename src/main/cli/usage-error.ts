/** A command line that cannot be carried out as written. The message says what to change. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
