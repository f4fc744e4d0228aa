import type { CodeProblem } from '#shared/problems/problem.ts'

/** Lines of one report to the model, and the length of each in UTF-16 units. */
const MOST_LINES = 40
const LONGEST_LINE = 300

/** Words the new problems for the model: one line each, 40 at most. */
export function problemReport(problems: readonly CodeProblem[]): string {
  const isCut = problems.length > MOST_LINES
  const shown = problems.slice(0, isCut ? MOST_LINES - 1 : MOST_LINES)
  const lines = shown.map((problem) => lineOf(problem))
  const rest = problems.length - shown.length
  return (isCut ? [...lines, `(${rest} more are not shown)`] : lines).join('\n')
}

function lineOf({ path, line, column, severity, code, message }: CodeProblem): string {
  const place = column === null ? `${path}:${line}` : `${path}:${line}:${column}`
  const rule = code === null ? '' : ` ${code}`
  const text = `${place} ${severity}${rule}: ${message}`
  return text.length <= LONGEST_LINE ? text : `${text.slice(0, LONGEST_LINE - 1)}…`
}
