/** Maximum combining marks examined per word. */
const MOST_MARKS = 24

/**
 * The parts of a word behind a mark that may be a path: `if=file`, `@file`, `HEAD:file`. A word with more marks than
 * anybody writes is not taken apart; the command is unsure then.
 */
export function partsAfterMarks(word: string): readonly string[] {
  return hasManyMarks(word) ? [] : [...word.matchAll(/[=@:]/g)].map(({ index }) => word.slice(index + 1))
}

export function hasManyMarks(word: string): boolean {
  return word.length - word.replace(/[=@:]/g, '').length > MOST_MARKS
}
