import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changedParts } from './changed-parts.ts'

it('marks the words that only one of two texts has', () => {
  expect(changedParts('look at the tide', 'look at the moon')).toEqual([
    [
      { text: 'look at the ', changed: false },
      { text: 'tide', changed: true },
    ],
    [
      { text: 'look at the ', changed: false },
      { text: 'moon', changed: true },
    ],
  ])
})

it('never loses or adds a character', () => {
  const text = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(text, text, (left, right) => {
      const whole = changedParts(left, right).map((parts) => parts.map((part) => part.text).join(''))
      expect(whole).toEqual([left, right])
    }),
  )
})
