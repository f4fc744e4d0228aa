import { AppError } from '#shared/errors.ts'

/** The longest line of a file that a message quotes, in UTF-16 units. */
const LONGEST_QUOTE = 200

/** Returns the lines of a text as language servers count them. */
export const codeLines = (text: string): readonly string[] => text.split(/\r\n|\n|\r/)

/** Returns the column of a name in a line, from 1. The line counts from 1. Throws where the line lacks the name. */
export function columnOf(text: string, line: number, name: string): number {
  const lines = codeLines(text)
  const found = lines[line - 1]
  if (found === undefined)
    throw AppError.forAgent('tool.failed', `There is no line ${line}; the file has ${lines.length}.`)
  const at = wholeWord(found, name)
  if (at >= 0) return at + 1
  const near = nearest(lines, line, name)
  const hint = near === null ? '' : ` The nearest line with it is ${near}.`
  const quote = found.trim().slice(0, LONGEST_QUOTE)
  throw AppError.forAgent('tool.failed', `Line ${line} does not have "${name}". It is: ${quote}${hint}`)
}

/** Finds a name that is no part of a longer one, or else anywhere; -1 without any. */
function wholeWord(line: string, name: string): number {
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
    const [before, after] = [line.slice(0, at), line.slice(at + name.length)]
    if (!/[\p{L}\p{N}_$]$/u.test(before) && !/^[\p{L}\p{N}_$]/u.test(after)) return at
  }
  return line.indexOf(name)
}

function nearest(lines: readonly string[], line: number, name: string): number | null {
  const having = lines.flatMap((each, at) => (each.includes(name) ? [at + 1] : []))
  const [first] = having.toSorted((left, right) => Math.abs(left - line) - Math.abs(right - line))
  return first ?? null
}
