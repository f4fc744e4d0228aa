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

/** True for a pattern that covers more than one text. */
export function hasWildcard(pattern: string): boolean {
  return parsePattern(pattern).some((piece) => 'stars' in piece)
}

/** The words of a pattern as they stand, for a person or to look for a path in them. */
export function literalText(pattern: string): string {
  return parsePattern(pattern)
    .map((piece) => ('stars' in piece ? '*' : piece.literal))
    .join('')
}
