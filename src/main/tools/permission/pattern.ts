/** A pattern cut into literal text and wildcards. A backslash takes the meaning from a `*` or a backslash. */
export type PatternPiece = { readonly literal: string } | { readonly stars: number }

/** Parses a pattern. `*` and `**` are the only wildcards; everything else is literal. */
export function parsePattern(pattern: string): PatternPiece[] {
  const found = pattern.matchAll(/\\([*\\])|(\*+)|([^*\\]+|\\)/g)
  return [...found].map(([, escaped, stars, literal]) =>
    stars === undefined ? { literal: escaped ?? literal ?? '' } : { stars: stars.length },
  )
}

/** The pattern that matches exactly this text. */
export function escapePattern(text: string): string {
  return text.replace(/[*\\]/g, '\\$&')
}

/** Whether a pattern has a wildcard. */
export function hasWildcard(pattern: string): boolean {
  return parsePattern(pattern).some((piece) => 'stars' in piece)
}

/** Returns the literal text of a pattern, for display or to find a path in it. */
export function literalText(pattern: string): string {
  return parsePattern(pattern)
    .map((piece) => ('stars' in piece ? '*' : piece.literal))
    .join('')
}
