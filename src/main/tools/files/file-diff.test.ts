import { describe, expect, it } from 'vitest'
import { fileDiff } from './file-diff.ts'

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
