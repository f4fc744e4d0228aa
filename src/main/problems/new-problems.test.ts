import { expect, it } from 'vitest'
import type { CodeProblem } from '#shared/problems/problem.ts'
import { inOrder, newProblems } from './new-problems.ts'
import { problemReport } from './problem-report.ts'

const at = (line: number, message = 'bad', more: Partial<CodeProblem> = {}): CodeProblem => ({
  path: 'a.ts',
  line,
  column: null,
  severity: 'error',
  message,
  code: null,
  ...more,
})

it('knows a problem again on another line', () => {
  expect(newProblems([at(3)], [at(9)])).toEqual([])
})

it('counts equal problems, and takes the line that was not there for the new one', () => {
  expect(newProblems([at(3)], [at(3), at(9)])).toEqual([at(9)])
  expect(newProblems([at(3), at(5)], [at(4), at(6), at(8)])).toEqual([at(8)])
})

it('tells files, rules and messages apart', () => {
  const after = [at(3, 'worse'), at(3, 'bad', { path: 'b.ts' }), at(3, 'bad', { code: 'R1' })]
  expect(newProblems([at(3)], after)).toEqual(after)
})

it('lists errors before warnings, in the order of the files', () => {
  const warning = at(1, 'w', { severity: 'warning' })
  expect(inOrder([warning, at(9), at(2, 'x', { path: 'A.ts' })])).toEqual([
    at(2, 'x', { path: 'A.ts' }),
    at(9),
    warning,
  ])
})

it('reports 40 lines at most and says how many are missing', () => {
  const lines = problemReport(Array.from({ length: 60 }, (_, line) => at(line + 1))).split('\n')
  expect(lines).toHaveLength(40)
  expect(lines[0]).toBe('a.ts:1 error: bad')
  expect(lines.at(-1)).toBe('(21 more are not shown)')
  expect(problemReport(Array.from({ length: 40 }, (_, line) => at(line + 1))).split('\n')).toHaveLength(40)
  expect(problemReport([at(1, 'x'.repeat(900))]).length).toBe(300)
})
