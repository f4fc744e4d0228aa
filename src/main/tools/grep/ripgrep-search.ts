import { COMMON_ARGS } from '../search/list-files.ts'
import type { FoundLine, GrepOutput } from './found-lines.ts'
import { spansLines } from './pattern-problem.ts'

export type GrepQuery = {
  readonly pattern: string
  readonly include: string | null
  readonly output: GrepOutput
  /** Lines shown before and after each match. */
  readonly before: number
  readonly after: number
  readonly ignoreCase: boolean
}

/** The most bytes ripgrep shows of a line: more than is shown of one in any script. */
const MOST_COLUMNS = 2_500

/**
 * The arguments that search `place`, a path relative to the folder ripgrep runs in, an absolute one, or `-` for its input. Its JSON would
 * be exact, but repeats a long line whole, and once more for each match in it.
 */
export function ripgrepArgs(
  query: GrepQuery,
  place: string,
  isFolder: boolean,
  largestFile = '20M',
): string[] {
  const { pattern, include, output, before, after, ignoreCase } = query
  // A name with brackets or braces may also mean a file of that very name, which ripgrep would leave out.
  const named = include !== null && /^[^/:[{]+$/.test(include)
  return [
    ...COMMON_ARGS,
    '--crlf',
    '--no-heading',
    '--with-filename',
    '--line-number',
    '--null',
    '--field-match-separator=:',
    '--field-context-separator=-',
    '--no-context-separator',
    `--max-columns=${MOST_COLUMNS}`,
    '--max-columns-preview',
    // A file that is named is searched whatever it holds.
    ...(isFolder ? [] : ['--text']),
    `--max-filesize=${largestFile}`,
    ...(ignoreCase ? ['--ignore-case'] : []),
    ...(spansLines(pattern) ? ['--multiline'] : []),
    ...(output === 'content' && before > 0 ? [`--before-context=${before}`] : []),
    ...(output === 'content' && after > 0 ? [`--after-context=${after}`] : []),
    ...(output === 'files' ? ['--max-count=1'] : []),
    // A type and not a glob: a glob would bring back what .gitignore leaves out.
    ...(named ? [`--type-add=wanted:${include}`, '--type=wanted'] : []),
    `--regexp=${pattern}`,
    '--',
    place,
  ]
}

/** The message of ripgrep for a file that turns out to be binary. */
const MESSAGE = /: (binary file matches|WARNING: stopped searching binary file after match) \(found /

/**
 * Makes a reader of the lines that ripgrep prints, each `path NUL number : text`, or `-` where it is near a match. The
 * reader returns null for messages and for files with a line end in their names, whose lines cannot be told apart.
 */
export function createRipgrepReader(): (line: string) => FoundLine | null {
  let isTorn = false
  return (line) => {
    const end = line.indexOf('\0')
    if (end === -1) {
      isTorn = !MESSAGE.test(line)
      return null
    }
    const wasTorn = isTorn
    isTorn = false
    const number = /^(\d+)([:-])/.exec(line.slice(end + 1, end + 20))
    if (wasTorn || number === null) return null
    const path = line.slice(0, end).replace(/^\.\//, '')
    const text = line.slice(end + 1 + number[0].length).replace(/\r$/, '')
    return { path, line: Number(number[1]), text, isMatch: number[2] === ':' }
  }
}
