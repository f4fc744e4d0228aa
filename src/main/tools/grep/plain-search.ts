import type { FoundLine } from './found-lines.ts'
import { linePattern } from './line-pattern.ts'
import type { GrepQuery } from './ripgrep-search.ts'

const LONGEST_LINE = 2000

/** A test of lines without ripgrep. It looks at the beginning of long ones. Throws an `AppError` for other patterns. */
export function lineTest({ pattern, ignoreCase }: Pick<GrepQuery, 'pattern' | 'ignoreCase'>) {
  const test = linePattern(pattern, ignoreCase)
  return (line: string): boolean => test(line.slice(0, LONGEST_LINE))
}

/**
 * The lines of one text that match, with the lines around them. `turn` is awaited after each line and may let others
 * have theirs, or throw to end the search.
 */
export async function* matchingLines(
  { path, text }: { readonly path: string; readonly text: string },
  matches: (line: string) => boolean,
  query: GrepQuery,
  turn: () => Promise<void> | null,
): AsyncGenerator<FoundLine> {
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
  const before = query.output === 'content' ? query.before : 0
  const after = query.output === 'content' ? query.after : 0
  let next = 0
  let last = Number.NEGATIVE_INFINITY
  for (const [index, line] of lines.entries()) {
    const wait = turn()
    if (wait !== null) await wait
    if (matches(line)) {
      for (let at = Math.max(next, index - before); at < index; at += 1) yield near(path, lines, at)
      yield { path, line: index + 1, text: line, isMatch: true }
      if (query.output === 'files') return
      last = index
      next = index + 1
    } else if (index <= last + after) {
      yield near(path, lines, index)
      next = index + 1
    }
  }
}

function near(path: string, lines: readonly string[], at: number): FoundLine {
  return { path, line: at + 1, text: lines[at] ?? '', isMatch: false }
}
