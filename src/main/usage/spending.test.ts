import { expect, it } from 'vitest'
import type { ModelRef } from '#shared/ids.ts'
import type { Usage } from '#shared/session/message.ts'
import { createSpending } from './spending.ts'

const NOON = new Date(2026, 10, 27, 12).getTime()

function open(rows: Readonly<Record<string, Usage>>, start = NOON) {
  let now = start
  let asked = 0
  const limits = { warnPerDay: 8, stopPerDay: 10, stopPerMonth: 150 }
  const spending = createSpending({
    requests: {
      byModel: (from, until) => {
        asked += 1
        const found = Object.entries(rows).filter(([day]) => day >= from && day <= until)
        return new Map(found.map(([day, usage]) => [`test/${day}` as ModelRef, usage]))
      },
    },
    config: () => ({ limits }),
    modelOf: () => ({ inputPrice: 1, outputPrice: 1 }),
    clock: { now: () => now },
  })
  const at = (ms: number) => {
    now = ms
  }
  return { spending, asked: () => asked, at }
}

const dollars = (billed: number): Usage => ({ input: 1, output: 1, cost: { billed } })

it('sums today and the month up to it, with answers whose turn is still open', () => {
  const rows = { '2026-10-31': dollars(100), '2026-11-01': dollars(2), '2026-11-27': dollars(3) }
  const { spending } = open(rows)
  expect(spending()).toEqual({
    limits: { warnPerDay: 8, stopPerDay: 10, warnPerMonth: null, stopPerMonth: 150 },
    ...{ day: '2026-11-27', today: 3, month: 5, hasUnpriced: false },
  })
  expect(spending([['test/open' as ModelRef, { input: 1_000_000, output: 0 }]])).toMatchObject({ today: 4 })
})

it('begins again at midnight, and on the first day of a month', () => {
  const rows = { '2026-11-30': dollars(3), '2026-12-01': dollars(1) }
  const { spending, at } = open(rows, new Date(2026, 10, 30, 23, 59).getTime())
  expect(spending()).toMatchObject({ day: '2026-11-30', today: 3, month: 3 })
  at(new Date(2026, 11, 1, 0, 1).getTime())
  expect(spending()).toMatchObject({ day: '2026-12-01', today: 1, month: 1 })
})

it('reads the days before today once', () => {
  const { spending, asked } = open({ '2026-11-27': dollars(3) })
  spending()
  spending()
  expect(asked()).toBe(3)
})
