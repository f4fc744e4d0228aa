/** Whether ripgrep refused a pattern because it is no regular expression. */
export function isUnreadable(problem: string): boolean {
  return problem.includes('regex parse error')
}

/** Names what a refused pattern wants that no search has, in words for the model; null for any other pattern. */
export function missingFeature(pattern: string): string | null {
  const plain = pattern.replaceAll('\\\\', '')
  if (/\(\?<?[=!]/.test(plain.replaceAll('\\(', ''))) {
    return 'This search knows no lookaround such as (?=…) or (?<!…). Search without it, and look at the lines found.'
  }
  if (/\\[1-9]|\\k<|\(\?P=/.test(plain)) {
    return 'This search knows no reference back to a group, such as \\1. Write the text itself.'
  }
  return null
}

/** Whether a pattern asks for text over several lines: by a line break, by `[\s\S]` or by the flag `s`. */
export function spansLines(pattern: string): boolean {
  const plain = pattern.replaceAll('\\\\', '')
  return /\n|\\n|\[\\s\\S\]|\[\\S\\s\]|\(\?[a-z]*s/.test(plain)
}

/** The words for a pattern over several lines where ripgrep does not work. */
export const ONLY_LINES =
  'Without ripgrep this search goes line by line, so a pattern cannot hold a line break. Search for one line and use `context` to see the lines around it.'

/** Returns a pattern that matches this text and nothing else. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|#&~-]/g, '\\$&')
}
