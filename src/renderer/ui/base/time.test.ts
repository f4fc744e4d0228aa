import { describe, expect, it } from 'vitest'
import { wordsIn } from '../../messages/message.ts'
import { textIn } from '../../messages/TextProvider.tsx'
import { numbersIn } from './numbers.ts'
import { agoText, clockText } from './time.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

describe('agoText', () => {
  it.each([
    [30_000, 'now', '刚刚'],
    [3 * MINUTE, '3m', '3 分'],
    [120 * MINUTE, '2h', '2 时'],
    [3 * DAY, '3d', '3 天'],
    [20 * DAY, '2w', '2 周'],
    [150 * DAY, '5mo', '5 月'],
    [800 * DAY, '2y', '2 年'],
  ])('writes %d ms as %s and %s', (age, en, zh) => {
    expect([agoText(textIn('en'), age), agoText(textIn('zh-CN'), age)]).toEqual([en, zh])
  })
})

it.each([
  [0, '0:00'],
  [42_900, '0:42'],
  [725_000, '12:05'],
  [3_753_000, '1:02:33'],
  [-5, '0:00'],
])('shows %d ms as %s', (ms, text) => {
  expect(clockText(ms)).toBe(text)
})

it('writes numbers as short as a column has room for', () => {
  const numbers = numbersIn(wordsIn('en').number, textIn('en'))
  expect([940, 12_100, 84_200, 200_000, 999_900, 1_820_000].map(numbers.short)).toEqual([
    '940',
    '12.1k',
    '84.2k',
    '200k',
    '1M',
    '1.8M',
  ])
  expect([numbers.percent(0.421), numbers.dollars(0.474), numbers.took(6), numbers.took(4_210)]).toEqual([
    '42 %',
    '$0.47',
    '6 ms',
    '4.2 s',
  ])
})
