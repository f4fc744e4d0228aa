import { expect, it } from 'vitest'
import type { ModelRef, ProjectId } from '#shared/ids.ts'
import type { Usage } from '#shared/session/message.ts'
import { createSpending } from './spending.ts'

const NO_LIMITS = { warnPerDay: null, stopPerDay: null, warnPerMonth: null, stopPerMonth: null }
const OF_PROJECT = { ...NO_LIMITS, stopPerDay: 2 }
const NOON = new Date(2026, 10, 27, 12).getTime()

function open(rows: Readonly<Record<string, Usage>>, start = NOON) {
  let now = start
  let asked = 0
  const limits = { warnPerDay: 8, stopPerDay: 10, stopPerMonth: 150 }
  const byModel = (from: string, until: string, project: ProjectId | null) => {
    asked += 1
    const found = Object.entries(rows).filter(([day]) => day >= from && day <= until)
    const half = (usage: Usage): Usage =>
      project === null ? usage : { ...usage, cost: { billed: (usage.cost?.billed ?? 0) / 2 } }
    return new Map(found.map(([day, usage]) => [`test/${day}` as ModelRef, half(usage)]))
  }
  const spending = createSpending({
    requests: { byModel, byModelOn: (day, project) => byModel(day, day, project) },
    config: () => ({ limits }),
    ofProject: () => ({ limits: OF_PROJECT, own: NO_LIMITS }),
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
  const limits = { warnPerDay: 8, stopPerDay: 10, warnPerMonth: null, stopPerMonth: 150 }
  expect(spending(null)).toEqual({
    limits,
    own: limits,
    day: '2026-11-27',
    today: 3,
    month: 5,
    hasUnpriced: false,
  })
  expect(spending(null, [['test/open' as ModelRef, { input: 1_000_000, output: 0 }]])).toMatchObject({
    today: 4,
  })
})

it('sums a project apart, with its own limits', () => {
  const { spending } = open({ '2026-11-01': dollars(2), '2026-11-27': dollars(3) })
  expect(spending(null)).toMatchObject({ today: 3, month: 5 })
  expect(spending('prj_1' as ProjectId)).toMatchObject({
    today: 1.5,
    month: 2.5,
    limits: OF_PROJECT,
    own: NO_LIMITS,
  })
})

it('begins again at midnight, and on the first day of a month', () => {
  const rows = { '2026-11-30': dollars(3), '2026-12-01': dollars(1) }
  const { spending, at } = open(rows, new Date(2026, 10, 30, 23, 59).getTime())
  expect(spending(null)).toMatchObject({ day: '2026-11-30', today: 3, month: 3 })
  at(new Date(2026, 11, 1, 0, 1).getTime())
  expect(spending(null)).toMatchObject({ day: '2026-12-01', today: 1, month: 1 })
})

it('reads the days before today once', () => {
  const { spending, asked } = open({ '2026-11-27': dollars(3) })
  spending(null)
  spending(null)
  expect(asked()).toBe(3)
})
