/** The place an arrow key takes a queued message to, or null when it stays where it is. */
export function placeAfterKey(key: string, at: number, count: number): number | null {
  if (key === 'ArrowUp' && at > 0) return at - 1
  if (key === 'ArrowDown' && at < count - 1) return at + 1
  return null
}
