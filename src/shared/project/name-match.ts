/**
 * How well a path fits what was typed, the better the lower: names that begin with it, names that hold it, paths that
 * hold it, and last paths that hold its letters in order. Null: it does not fit.
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
