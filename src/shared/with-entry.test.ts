import { expect, it } from 'vitest'
import { withEntry } from './with-entry.ts'

it('adds an entry to a copy, and replaces it in the next', () => {
  const none = {}
  const one = withEntry<string, number>(none, 'a', 1)
  const two = withEntry<string, number>(one, 'b', 2)
  const other = withEntry<string, number>(two, 'a', 3)
  expect([none, one, two, other]).toEqual([{}, { a: 1 }, { a: 1, b: 2 }, { a: 3, b: 2 }])
  expect(Object.keys(other)).toEqual(['a', 'b'])
})

it('takes a name of every object for an entry like any other', () => {
  const odd = withEntry<string, number>({}, '__proto__', 1)
  expect(Object.entries(odd)).toEqual([['__proto__', 1]])
  expect(odd['toString']).toBeUndefined()
})
