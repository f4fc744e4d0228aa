import { expect, it } from 'vitest'
import { diffLines } from './diff-lines.ts'

const hunk = { oldStart: 46, newStart: 46 }

it('numbers both sides', () => {
  const lines = diffLines([{ ...hunk, lines: [' a', '-b', '+c', '+d', ' e'] }])
  expect(
    lines.map((line) => (line.kind === 'gap' ? null : [line.kind, line.oldNumber, line.newNumber])),
  ).toEqual([
    ['same', 46, 46],
    ['del', 47, null],
    ['add', null, 47],
    ['add', null, 48],
    ['same', 48, 49],
  ])
})

it('marks the words that changed between a removed line and the one that replaces it', () => {
  const lines = diffLines([{ ...hunk, lines: ['-return sum(lines, rate)', '+return sum(parts, rate)'] }])
  const marked = lines.map((line) =>
    line.kind === 'gap' ? [] : line.words.map(({ from, to }) => line.text.slice(from, to)),
  )
  expect(marked).toEqual([['lines'], ['parts']])
})

it.each([
  [
    'a line that became two',
    ['-if (late) return pay(total)', '+if (late) {', '+  return pay(total, fee)'],
    [[], ['{'], [', fee']],
  ],
  [
    'a line with a new one before it',
    ['-send(total(lines))', '+const sum = total(lines)', '+send(sum)'],
    [['send('], ['const sum = '], ['send(sum']],
  ],
  [
    'two lines that became one',
    ['-const a = 1', '-const b = a', '+const b = 1'],
    [['a = 1'], ['const ', 'a'], ['1']],
  ],
])('marks the words that changed in %s', (_what, lines, expected) => {
  const marked = diffLines([{ ...hunk, lines }]).map((line) =>
    line.kind === 'gap' ? [] : line.words.map(({ from, to }) => line.text.slice(from, to)),
  )
  expect(marked).toEqual(expected)
})

it('marks nothing when the lines have little in common', () => {
  const lines = diffLines([{ ...hunk, lines: ['-const a = 1', '+throw new Error("no")'] }])
  expect(lines.every((line) => line.kind === 'gap' || line.words.length === 0)).toBe(true)
})

it('puts a gap between hunks', () => {
  const kinds = diffLines([
    { ...hunk, lines: [' a'] },
    { oldStart: 90, newStart: 91, lines: [' b'] },
  ]).map((line) => line.kind)
  expect(kinds).toEqual(['same', 'gap', 'same'])
})

it('stops marking words in a change that would take too long to compare', () => {
  const line = (sign: string, seed: number) =>
    sign +
    Array.from({ length: 300 }, (_, at) => `w${(at * seed) % 97}`)
      .join(' ')
      .slice(0, 990)
  const lines = Array.from({ length: 200 }, () => [line('-', 7), line('+', 11)]).flat()
  const marked = diffLines([{ ...hunk, lines }]).filter(
    (each) => each.kind !== 'gap' && each.words.length > 0,
  )
  expect(marked.length).toBeLessThanOrEqual(60)
  const short = Array.from({ length: 100 }, () => ['-a line of words', '+a line of signs']).flat()
  expect(
    diffLines([{ ...hunk, lines: short }]).every((each) => each.kind === 'gap' || each.words.length === 1),
  ).toBe(true)
})
