import { expect, it } from 'vitest'
import { placeAfterKey } from './queue-moves.ts'

it.each([
  ['ArrowUp', 2, 1],
  ['ArrowDown', 0, 1],
  ['ArrowUp', 0, null],
  ['ArrowDown', 2, null],
  ['Enter', 1, null],
] as const)('takes the message with %s from place %i of three to %s', (key, at, to) => {
  expect(placeAfterKey(key, at, 3)).toBe(to)
})
