import { expect, it } from 'vitest'
import { usdToday } from './usd-today.ts'

const noon = new Date(2026, 3, 5, 12).getTime()
const HOUR = 60 * 60_000
const run = (hoursAgo: number, usd: number | null) => ({ createdAt: noon - hoursAgo * HOUR, usd })

it('adds up what the runs of this day have cost', () => {
  expect(usdToday([run(1, 0.5), run(2, null), run(3, 0.25), run(13, 9)], 4, noon)).toBe(0.75)
})

it('says nothing where it would be the cost of one run, or may not be all of the day', () => {
  expect([usdToday([run(1, 0.5), run(13, 9)], 2, noon), usdToday([run(1, 1), run(2, 1)], 40, noon)]).toEqual([
    null,
    null,
  ])
})
