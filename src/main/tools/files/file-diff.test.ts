import { describe, expect, it } from 'vitest'
import { fileDiff, storedDiff, wholeDiff } from './file-diff.ts'

describe('a change as data', () => {
  it('keeps the changed lines and three around them', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng\nh\n'
    expect(fileDiff('x', before, before.replace('e', 'E'))).toEqual({
      path: 'x',
      added: 1,
      removed: 1,
      hunks: [{ oldStart: 2, newStart: 2, lines: [' b', ' c', ' d', '-e', '+E', ' f', ' g', ' h'] }],
      cut: false,
    })
  })

  it('does not count a change of line endings only', () => {
    expect(fileDiff('x', 'a\r\nb\r\n', 'a\nb\n').hunks).toEqual([])
  })

  it('says when it kept only a part', () => {
    const diff = fileDiff('x', '', 'line\n'.repeat(5000))
    expect([diff.added, diff.hunks[0]?.lines.length, diff.cut]).toEqual([5000, 2000, true])
  })
})

describe('a change that waits for the person', () => {
  const linesOf = (diff: ReturnType<typeof wholeDiff>) => diff.hunks.flatMap((hunk) => hunk.lines)

  it('is whole: the end of a long file and of a long line is in it', () => {
    const long = `${Array.from({ length: 2_100 }, (_, index) => `line ${index}`).join('\n')}\nEVIL-TAIL()\n`
    const wide = `ok(); ${' '.repeat(2_100)}EVIL-TAIL()\n`
    for (const text of [long, wide]) {
      const diff = wholeDiff('x', '', text)
      expect([diff.cut, linesOf(diff).at(-1)?.endsWith('EVIL-TAIL()')]).toEqual([false, true])
      expect(storedDiff(diff)).toEqual(fileDiff('x', '', text))
      expect(storedDiff(diff).cut).toBe(true)
    }
  })

  it('says that it is cut when it is larger than what can be shown', () => {
    const diff = wholeDiff('x', '', `${'a'.repeat(1_100_000)}\nb\n`)
    expect([diff.cut, diff.added, linesOf(diff).join('').length <= 1_000_000]).toEqual([true, 2, true])
  })

  it('is all of the old text and all of the new one when they take too long to compare', () => {
    const text = (seed: number) =>
      Array.from({ length: 12_000 }, (_, index) => `${(index * seed) % 9_973} ${seed}`).join('\n')
    const diff = wholeDiff('x', text(7), text(11))
    expect([diff.cut, diff.added, diff.removed]).toEqual([false, 12_000, 12_000])
  })
})
