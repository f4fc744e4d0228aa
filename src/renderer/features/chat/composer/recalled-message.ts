/** A sent message that is back in the box. `at` counts from the newest, which is 0. */
export type Recalled = { readonly at: number; readonly text: string }

/**
 * Returns the message that an arrow key brings back, or null to empty the box. Undefined leaves the key to the box: the
 * text was edited, or there is no older message.
 */
export function recallAfter(
  messages: readonly string[],
  now: { readonly text: string; readonly recalled: Recalled | null },
  key: 'ArrowUp' | 'ArrowDown',
): Recalled | null | undefined {
  const at = now.text === '' ? -1 : now.recalled?.text === now.text ? now.recalled.at : undefined
  if (at === undefined || (at === -1 && key === 'ArrowDown')) return undefined
  const next = key === 'ArrowUp' ? at + 1 : at - 1
  if (next < 0) return null
  const text = messages[next]
  return text === undefined ? undefined : { at: next, text }
}
