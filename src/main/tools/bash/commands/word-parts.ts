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

/** No file system takes a longer name, in UTF-16 units. */
const LONGEST_NAME = 1_023
const TOO_LONG_NAME = new RegExp(`[^/\\\\]{${LONGEST_NAME + 1}}`)

/**
 * Whether a word is too long to name a file: a message of a commit is no path, although it has no unusual letter. With
 * `..` in it a program may leave the long name out.
 */
export function isTooLongForName(word: string): boolean {
  return word.length > LONGEST_NAME && TOO_LONG_NAME.test(word) && !word.includes('..')
}

/** Commands of `sed` that read or write a file, behind an address or the parts of `s`. Its name may follow at once. */
const FILE_OF_SED = /(?<=^|[\d/|#~+\]][gpiImMe]*)[rRwW](?=(.+)$)/gs

/** The files that a piece of a program of `sed` may name, such as `x` in `1rx`. */
export function filesOfSed(piece: string): string[] {
  return [...piece.replace(/^-[nErsuz]*e/, '').matchAll(FILE_OF_SED)].map(([, file = '']) => file)
}
