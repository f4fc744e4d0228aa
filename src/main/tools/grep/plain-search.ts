import { AppError } from '#shared/errors.ts'
import type { FoundLine } from './found-lines.ts'
import type { GrepQuery } from './ripgrep-search.ts'

const LONGEST_LINE = 2000

/** A search without ripgrep. Patterns that could take for ever are refused, since nothing could stop them. */
export function lineTest({ pattern, ignoreCase }: GrepQuery): (line: string) => boolean {
  if (/\([^)]*[*+{|][^)]*\)\s*[*+{]/.test(pattern) || /\\[1-9]/.test(pattern)) {
    throw AppError.forAgent(
      'tool.failed',
      'Without ripgrep this pattern cannot be searched safely. Use a simpler one.',
    )
  }
  try {
    const tested = new RegExp(pattern, ignoreCase ? 'iu' : 'u')
    return (line) => tested.test(line.slice(0, LONGEST_LINE))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw AppError.forAgent('tool.failed', `The pattern is not a valid regular expression: ${error.message}`)
  }
}

/** The lines of one text that match, with the lines around them. */
export function* matchingLines(
  path: string,
  text: string,
  matches: (line: string) => boolean,
  query: GrepQuery,
): Generator<FoundLine> {
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
  const around = query.output === 'content' ? query.context : 0
  let next = 0
  for (const [index, line] of lines.entries()) {
    if (!matches(line)) continue
    for (let at = Math.max(next, index - around); at < index; at += 1) yield near(path, lines, at)
    yield { path, line: index + 1, text: line, isMatch: true }
    if (query.output === 'files') return
    next = index + 1
    while (next <= index + around && next < lines.length && !matches(lines[next] ?? '')) {
      yield near(path, lines, next)
      next += 1
    }
  }
}

function near(path: string, lines: readonly string[], at: number): FoundLine {
  return { path, line: at + 1, text: lines[at] ?? '', isMatch: false }
}
