import { describe, expect, it } from 'vitest'
import { changeCount, changedLines } from './changed-lines.ts'
import { wholeDiff } from './file-diff.ts'

const lines = (count: number, mark = '') => Array.from({ length: count }, (_, at) => `${mark}${at + 1}\n`)
const of = (before: readonly string[], after: readonly string[]) =>
  wholeDiff('a.txt', before.join(''), after.join(''))

describe('the lines of a change', () => {
  it('have the numbers they have now', () => {
    const before = lines(40)
    const after = [...before.slice(0, 2), 'new\n', ...before.slice(2, 30), 'other\n', ...before.slice(31)]
    const diff = of(before, after)
    expect([changeCount(diff), changedLines(diff)]).toEqual([
      '2 lines added, 1 removed',
      '     3\tnew\n    32\tother',
    ])
  })

  it('name the place where lines only went', () => {
    const before = lines(20)
    const diff = of(before, [...before.slice(0, 4), ...before.slice(6)])
    expect([changeCount(diff), changedLines(diff)]).toEqual([
      '2 lines removed',
      '(2 lines removed before line 5)',
    ])
  })

  it('are 30 at most, and none is very long', () => {
    const shown = changedLines(of([], [`${'x'.repeat(900)}\n`, ...lines(49, 'row ')]))
    expect(shown.split('\n').length).toBe(31)
    expect(shown).toMatch(/x{500} … \(line cut\)\n/)
    expect(shown).toMatch(/\n\(20 more changed lines\)$/)
  })

  it('are cut between characters, never within one', () => {
    expect(changedLines(of([], [`${'x'.repeat(499)}😀${'x'.repeat(99)}\n`]))).toMatch(
      /x{499} … \(line cut\)$/,
    )
  })
})
