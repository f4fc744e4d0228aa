import { expect, it } from 'vitest'
import { askedPlace } from './asked-place.ts'
import { nextMatch } from './next-match.ts'

it.each([
  ['app.ts', 'app.ts', null],
  [' app.ts:12 ', 'app.ts', 12],
  ['app.ts:12:4', 'app.ts', 12],
  ['app.ts:', 'app.ts', null],
  ['a:b.ts', 'a:b.ts', null],
])('reads %j as a name and a line', (query, typed, line) => {
  expect(askedPlace(query)).toEqual({ typed, line })
})

it.each([
  ['one two One', 'one', 0, false, 0],
  ['one two One', 'one', 1, false, 8],
  ['one two One', 'one', 9, false, 0],
  ['one two One', 'one', 8, true, 0],
  ['one two One', 'one', 0, true, 8],
  ['one two', 'three', 0, false, null],
  ['İ one', 'one', 0, false, 2],
])('finds in %j the words %j from %d', (text, words, at, back, found) => {
  expect(nextMatch(text, words, at, back)).toBe(found)
})
