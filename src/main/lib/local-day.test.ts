import { expect, it } from 'vitest'
import { dayBefore, firstOfMonth, localDay } from './local-day.ts'

it('names the day that the calendar on the wall shows', () => {
  expect(localDay(new Date(2026, 10, 27, 0, 0).getTime())).toBe('2026-11-27')
  expect(localDay(new Date(2026, 10, 27, 23, 59, 59).getTime())).toBe('2026-11-27')
})

it('counts days and not hours, over months and summer time', () => {
  const at = new Date(2026, 2, 30, 0, 30).getTime()
  expect([0, 1, 2, 30].map((days) => dayBefore(at, days))).toEqual([
    ...['2026-03-30', '2026-03-29', '2026-03-28', '2026-02-28'],
  ])
  expect(firstOfMonth('2026-03-30')).toBe('2026-03-01')
})
