import { expect, it } from 'vitest'
import { EventId } from '#shared/ids.ts'
import { createNewId } from './ids.ts'

it('makes ids that are valid, differ, and sort by their time', () => {
  let now = 1_700_000_000_000
  const newId = createNewId(() => now++)
  const ids = Array.from({ length: 5_000 }, () => newId('event'))
  expect(ids.every((id) => EventId.safeParse(id).success && /^evt_[0-9a-z]{25}$/.test(id))).toBe(true)
  expect([new Set(ids).size, [...ids].sort()]).toEqual([ids.length, ids])
})

it('keeps the order of ids that are made within a millisecond, whatever they are of', () => {
  const newId = createNewId(() => 1_700_000_000_000)
  const ids = Array.from({ length: 5_000 }, (_, n) => newId(n % 2 === 0 ? 'event' : 'run').slice(4))
  expect([new Set(ids).size, [...ids].sort()]).toEqual([ids.length, ids])
})

it('uses every digit about as often', () => {
  const newId = createNewId(() => 0)
  const counts = new Map<string, number>()
  for (let index = 0; index < 6_000; index += 1) {
    for (const digit of newId('run').slice(-12)) counts.set(digit, (counts.get(digit) ?? 0) + 1)
  }
  // 72,000 digits, 2,000 of each expected; five standard deviations are 220.
  expect(counts.size).toBe(36)
  expect([...counts.values()].filter((count) => Math.abs(count - 2_000) > 260)).toEqual([])
})
