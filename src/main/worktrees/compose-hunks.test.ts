import { expect, it } from 'vitest'
import { composeHunks, linesWithEnds, type PickedHunk } from './compose-hunks.ts'

const base = linesWithEnds('one\ntwo\nthree\nfour\nfive\nsix\nseven\n')
const first: PickedHunk = { letter: 'A', oldStart: 1, lines: [' one', '-two', '+TWO', ' three'] }
const last: PickedHunk = { letter: 'B', oldStart: 5, lines: [' five', ' six', '-seven', '+SEVEN', '+eight'] }
const text = (...hunks: readonly PickedHunk[]) => {
  const composed = composeHunks(base, hunks)
  return composed.ok ? composed.lines.join('') : composed.letters
}

it('joins hunks of two attempts, in whatever order they are picked', () => {
  const joined = 'one\nTWO\nthree\nfour\nfive\nsix\nSEVEN\neight\n'
  expect(text(first, last)).toBe(joined)
  expect(text(last, first)).toBe(joined)
})

it('counts the same edit of two attempts once', () => {
  expect(text(first, { ...first, letter: 'C' })).toBe('one\nTWO\nthree\nfour\nfive\nsix\nseven\n')
})

it('names the attempts that change the same or touching lines', () => {
  const same: PickedHunk = { letter: 'B', oldStart: 2, lines: ['-two', '+2'] }
  const touching: PickedHunk = { letter: 'C', oldStart: 3, lines: ['-three', '+3'] }
  expect(text(first, same)).toEqual(['A', 'B'])
  expect(text(touching, first)).toEqual(['A', 'C'])
  const between: PickedHunk = { letter: 'C', oldStart: 2, lines: ['+new'] }
  expect(text(first, between)).toEqual(['A', 'C'])
})

it('allows shared context lines, and touching edits of one attempt', () => {
  const near: PickedHunk = { letter: 'B', oldStart: 3, lines: [' three', '-four', '+4', ' five'] }
  expect(text(first, near)).toBe('one\nTWO\nthree\n4\nfive\nsix\nseven\n')
  const own: PickedHunk = { letter: 'A', oldStart: 3, lines: ['-three', '+3'] }
  expect(text(first, own)).toBe('one\nTWO\n3\nfour\nfive\nsix\nseven\n')
})

it('adds to an empty file, and keeps a last line without an end', () => {
  expect(composeHunks([], [{ letter: 'A', oldStart: 0, lines: ['+one', '+two', '\\ No newline'] }])).toEqual({
    ok: true,
    lines: ['one\n', 'two'],
  })
  const unended: PickedHunk = {
    letter: 'A',
    oldStart: 7,
    lines: ['-seven', '+seven', '\\ No newline at end of file'],
  }
  expect(text(unended)).toBe('one\ntwo\nthree\nfour\nfive\nsix\nseven')
})
