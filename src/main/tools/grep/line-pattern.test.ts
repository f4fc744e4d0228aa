import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linePattern } from './line-pattern.ts'

const LINES = [
  '',
  'needle',
  'a needle here',
  'Needle',
  'aab',
  'ab-ab',
  'x1 2',
  '中文 word',
  'a.b',
  'foo_bar',
  '[x]',
  '🌊',
]

describe('a pattern for lines', () => {
  it.each([
    'needle',
    '^needle$',
    '^$',
    'n..dle',
    'a+b',
    'a{2}b',
    'a{1,}b?',
    'a{0,1}-',
    '(?:ab)-(ab)',
    '(?<name>a|x)\\d',
    '[^a-y ]',
    '[\\d.]',
    '[\\]x]',
    '\\bword\\b',
    '\\Bord',
    '\\w+_\\w+',
    '\\s\\d',
    '\\D$',
    '\\.',
    '\\x61b',
    '\\u4e2d',
    '\\u{1f30a}',
    '\\p{L}\\P{L}',
    'a*?b',
    'foo|needle|',
    '.*.*.*=',
  ])('%s finds what the same regular expression finds', (pattern) => {
    for (const ignoreCase of [false, true]) {
      const test = linePattern(pattern, ignoreCase)
      const expected = new RegExp(pattern, ignoreCase ? 'iu' : 'u')
      expect(LINES.filter(test)).toEqual(LINES.filter((line) => expected.test(line)))
    }
  })

  it('finds the same as the regular expression for any pattern it takes', () => {
    const piece = fc.constantFrom(...['a', 'b', '.', '^', '$', '\\b', '[ab]', '[^a]', '(a|b)', '(?:ab)', '|'])
    const repeat = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{0,2}')
    const pattern = fc
      .array(fc.tuple(piece, repeat), { maxLength: 6 })
      .map((parts) => parts.map(([one, by]) => (/^[ab.[]|^\(\?/.test(one) ? one + by : one)).join(''))
    const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'c'), maxLength: 8 })
    fc.assert(
      fc.property(pattern, line, (source, text) => {
        expect(linePattern(source, false)(text)).toBe(new RegExp(source, 'u').test(text))
      }),
      { numRuns: 2_000 },
    )
  })

  it.each(['a(', 'a)', '[a', '*a', 'a{2,1}', '[z-a]', '\\', '\\p{Nonsense}', '\\u{110000}'])(
    '%s is broken',
    (pattern) => {
      expect(() => linePattern(pattern, false)).toThrow('The pattern is not a valid regular expression: ')
    },
  )

  it.each([
    '(a+)+$',
    '(a|aa)*',
    '(?=a)b',
    '(a)\\1',
    'a{5000}{2}',
    `${'(a{9}'.repeat(5)}${'){9}'.repeat(5)}`,
    '('.repeat(2_000),
    '[a&&b]',
  ])('%.20s is more than is searched safely', (pattern) => {
    expect(() => linePattern(pattern, false)).toThrow(/cannot be searched safely|not a valid/)
  })

  it.each(['.*.*.*.*.*=', 'a*a*a*a*a*a*a*b', 'a?a?a?a?a?a?a{30}b', '\\b.*\\b.*\\b.*='])(
    '%s takes little time on a long line',
    (pattern) => {
      const began = performance.now()
      expect(linePattern(pattern, false)('a'.repeat(2_000))).toBe(false)
      expect(performance.now() - began).toBeLessThan(1_000)
    },
  )
})
