/**
 * Returns a match rank, lower is better; null for no match. Order: name prefix, name substring, path
 * substring, letters in order.
 */
export function nameMatch(path: string, typed: string): number | null {
  const whole = path.toLowerCase()
  const words = typed.toLowerCase()
  const name = whole.slice(whole.lastIndexOf('/', whole.length - 2) + 1)
  if (words === '') return 0
  if (name.startsWith(words) || whole.startsWith(words)) return 0
  if (name.includes(words)) return 1
  if (whole.includes(words)) return 2
  return holdsInOrder(whole, words) ? 3 : null
}

function holdsInOrder(text: string, letters: string): boolean {
  let at = -1
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1)
    if (at < 0) return false
  }
  return true
}
