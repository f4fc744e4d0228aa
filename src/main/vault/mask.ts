/** Below this length the mask shows no character at all: five of a few would be most of the secret. */
const SHORTEST_SHOWN = 16
/** Below this length even the length would help an attacker. */
const SHORTEST_COUNTED = 8

/**
 * Enough of a secret to recognise it, never enough to use it: the first four characters, the last one and the
 * length, as in `foo-...e (16 chars)`. At most a third of a secret is shown.
 */
export function maskOf(secret: string): string {
  const characters = Array.from(secret)
  const length = characters.length
  if (length < SHORTEST_COUNTED) return '... (short)'
  if (length < SHORTEST_SHOWN) return `... (${length} chars)`
  const first = characters.slice(0, 4).map(printable).join('')
  const last = characters.slice(-1).map(printable).join('')
  return `${first}...${last} (${length} chars)`
}

/** Replaces line breaks, marks and direction controls, which would break the table around the mask. */
function printable(character: string): string {
  return /[\p{C}\p{M}\p{Z}]/u.test(character) ? '·' : character
}
