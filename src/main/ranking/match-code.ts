/** More groups of three do not make a match narrower. */
const MOST_GRAMS = 24

/** The match over groups of three characters of a folded text; null when it is shorter. */
export function gramsOf(literal: string): string | null {
  const characters = [...literal]
  const count = characters.length - 2
  if (count < 1) return null
  const step = Math.max(1, Math.ceil(count / MOST_GRAMS))
  const grams: string[] = []
  for (let at = 0; at < count; at += step) {
    const gram = characters.slice(at, at + 3).join('')
    // SQLite ends a text at NUL, so no indexed text contains one.
    if (gram.includes('\0')) continue
    grams.push(`"${gram.replaceAll('"', '""')}"`)
  }
  return grams.length === 0 ? null : grams.join(' AND ')
}

/** Whether a text looks like code: a single token with signs, digits or capitals inside, unlike prose. */
export function isCode(text: string): boolean {
  if (/\s/.test(text)) return false
  return /[a-z0-9][A-Z]|[\p{L}\p{N}][^\p{L}\p{N}\s'’-][\p{L}\p{N}]|[_$#@/\\(){}[\]<>=]/u.test(text)
}
