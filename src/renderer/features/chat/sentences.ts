/** The sentences that have something to say, one after the other. */
export function sentences(told: readonly (string | null)[]): string {
  return told.filter((sentence) => sentence !== null).join(' ')
}
