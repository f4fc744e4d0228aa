import { expect, it } from 'vitest'
import { keepNewest } from './keep-newest.ts'

it('keeps those that were put in last, and counts what is put in again as new', () => {
  const map = new Map<string, number>()
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['c', 4],
  ] as const)
    keepNewest(map, key, value, 2)
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})
