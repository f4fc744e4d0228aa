import { expect, it } from 'vitest'
import { finderMove } from './finder-move.ts'

it.each([
  ['ArrowDown', 0, false, 1],
  ['ArrowUp', 0, false, 0],
  ['ArrowDown', 19, false, 19],
  ['ArrowUp', 0, true, 19],
  ['ArrowDown', 19, true, 0],
  ['PageDown', 2, true, 10],
  ['PageDown', 18, true, 19],
  ['PageUp', 3, false, 0],
])('moves with %s from %i (wraps: %s) to %i of 20', (key, at, wraps, to) => {
  expect(finderMove(key, { at, count: 20, wraps })).toBe(to)
})

it.each(['a', 'Home', 'Enter', 'Tab'])('leaves %s to the field', (key) => {
  expect(finderMove(key, { at: 3, count: 20, wraps: true })).toBeNull()
})

it('moves nowhere in an empty list', () => {
  expect(finderMove('ArrowDown', { at: -1, count: 0, wraps: true })).toBeNull()
})
