import fc from 'fast-check'
import { expect, it } from 'vitest'
import { workTimeOf } from './work-time.ts'

const closed = (from: number, to: number) => ({ from, to, why: 'closed' as const })
const HOUR = 3_600_000

it('counts from the first attempt and lets a long gap take little room', () => {
  const { placeOf, gaps } = workTimeOf({
    origin: 1_000,
    startedAt: 101_000 + HOUR,
    gaps: [closed(101_000, 101_000 + HOUR)],
  })
  expect(gaps).toEqual([{ from: 100_000, width: 3_000, took: HOUR, why: 'closed' }])
  const after = 101_000 + HOUR
  expect([1_000, 51_000, 101_000, after, after + 500].map(placeOf)).toEqual([
    0, 50_000, 100_000, 103_000, 103_500,
  ])
})

it('never makes a gap wider than it was', () => {
  const { gaps } = workTimeOf({ origin: 0, startedAt: 600_300, gaps: [closed(600_000, 600_300)] })
  expect(gaps[0]?.width).toBe(300)
})

it('never lets a later moment stand before an earlier one', () => {
  const pieces = fc.array(fc.tuple(fc.nat(50_000), fc.nat(5_000_000)), { maxLength: 6 })
  fc.assert(
    fc.property(pieces, fc.array(fc.nat(40_000_000), { minLength: 2 }), (spans, moments) => {
      let at = 0
      const gaps = spans.map(([work, pause]) => {
        const from = at + work
        at = from + pause
        return closed(from, at)
      })
      const { placeOf } = workTimeOf({ origin: 0, startedAt: at, gaps })
      const places = moments.toSorted((left, right) => left - right).map(placeOf)
      expect(places).toEqual(places.toSorted((left, right) => left - right))
    }),
  )
})
