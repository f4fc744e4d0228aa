import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutsOf, LONGEST_WORD, MOST_MARKS } from './breakable.tsx'

const pieces = (text: string) => {
  const cuts = cutsOf(text)
  return [0, ...cuts].map((from, index) => text.slice(from, cuts[index]))
}

it.each([
  ['ordinary text', 'The tide comes in at six, and goes out again at noon. '.repeat(50)],
  ['Chinese text', '潮汐每天涨落两次，渔民都知道。'.repeat(100)],
  ['emoji', '👨‍👩‍👧‍👦'.repeat(500)],
  ['accents', 'e\u0301a\u0300\u0323 '.repeat(100)],
])('leaves %s in one piece', (_what, text) => {
  expect(cutsOf(text)).toEqual([])
})

it('cuts a word without end, and a letter with marks without end', () => {
  expect(pieces('x'.repeat(1_000)).map((piece) => piece.length)).toEqual([400, 400, 200])
  expect(Math.max(...pieces(`Z${'\u0351'.repeat(200)}`).map((piece) => piece.length))).toBe(MOST_MARKS + 1)
})

const character = fc.constantFrom('a', ' ', '\n', '中', '\u0301', '\u0489', '👍', '\u200d', '-')

it('keeps every character, whatever the text is', () => {
  const text = fc
    .array(fc.tuple(character, fc.integer({ min: 1, max: 900 })), { maxLength: 8 })
    .map((runs) => runs.map(([each, times]) => each.repeat(times)).join(''))
  fc.assert(
    fc.property(text, (all) => {
      const parts = pieces(all)
      expect(parts.join('')).toBe(all)
      for (const part of parts) {
        expect(part).not.toMatch(new RegExp(`[!-~]{${LONGEST_WORD + 1}}`))
        expect(part).not.toMatch(new RegExp(`\\p{M}{${MOST_MARKS + 1}}`, 'u'))
        expect(part).not.toMatch(/\p{Surrogate}/u)
      }
    }),
  )
})
