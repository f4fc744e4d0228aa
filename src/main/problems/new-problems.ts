import type { CodeProblem } from '#shared/problems/problem.ts'

/**
 * Returns the problems that were not there before. A problem keeps its identity when lines above it are added or
 * removed: file, rule and message count, and the line only decides among equal ones.
 */
export function newProblems(
  before: readonly CodeProblem[],
  after: readonly CodeProblem[],
): readonly CodeProblem[] {
  const known = groups(before)
  return [...groups(after)].flatMap(([key, problems]) => {
    const old = known.get(key) ?? []
    const lines = new Set(old.map(({ line }) => line))
    const same = problems.filter(({ line }) => lines.has(line))
    const moved = problems.filter(({ line }) => !lines.has(line))
    return moved.slice(Math.max(0, old.length - same.length))
  })
}

/** Returns the problems of before that are still there, where they are now. They count as the same as for new ones. */
export function remainingProblems(
  before: readonly CodeProblem[],
  now: readonly CodeProblem[],
): readonly CodeProblem[] {
  const found = groups(now)
  return [...groups(before)].flatMap(([key, old]) => {
    const lines = new Set(old.map(({ line }) => line))
    const there = found.get(key) ?? []
    const same = there.filter(({ line }) => lines.has(line))
    const moved = there.filter(({ line }) => !lines.has(line))
    return [...same, ...moved].slice(0, old.length)
  })
}

/** Errors before warnings, then by file and line. */
export function inOrder(problems: readonly CodeProblem[]): readonly CodeProblem[] {
  const rank = ({ severity }: CodeProblem) => (severity === 'error' ? 0 : 1)
  return problems.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) ||
      a.line - b.line ||
      (a.column ?? 0) - (b.column ?? 0),
  )
}

function groups(problems: readonly CodeProblem[]): Map<string, readonly CodeProblem[]> {
  const found = new Map<string, CodeProblem[]>()
  for (const problem of problems) {
    const key = JSON.stringify([problem.path, problem.code, problem.message])
    const group = found.get(key)
    if (group === undefined) found.set(key, [problem])
    else group.push(problem)
  }
  return found
}
