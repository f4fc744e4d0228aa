import { expect, it } from 'vitest'
import { firstPart, lastPart } from './first-part.ts'

it('cuts no sign of two halves in two', () => {
  expect([0, 1, 2, 3, 9].map((length) => firstPart('a🌊b', length))).toEqual(['', 'a', 'a', 'a🌊', 'a🌊b'])
  expect([0, 1, 2, 3, 9].map((length) => lastPart('a🌊b', length))).toEqual(['', 'b', 'b', '🌊b', 'a🌊b'])
})
