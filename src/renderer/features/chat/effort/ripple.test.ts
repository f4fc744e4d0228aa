import { expect, it } from 'vitest'
import { ripple } from './ripple.ts'

const STEPS = [0, 0.1, 0.3, 0.5, 0.7, 0.9]

it('has steps of brightness, fades with the distance and ends at 40 cells', () => {
  for (let right = 0; right < 60; right += 1) expect(STEPS).toContain(ripple(right, 0, 777))
  expect(ripple(40, 0, 0)).toBe(0)
  expect(ripple(-40, 0, 0)).toBe(0)
  // Higher cells: 27 rows are 40.5 columns.
  expect(ripple(0, 27, 0)).toBe(0)
  const brightest = (from: number, to: number) => {
    const found: number[] = []
    for (let at = from; at < to; at += 1) for (let ms = 0; ms < 600; ms += 60) found.push(ripple(at, 0, ms))
    return Math.max(...found)
  }
  expect(brightest(0, 5)).toBe(0.9)
  expect(brightest(30, 39)).toBeLessThanOrEqual(0.3)
})

it('moves outwards: the crest is farther away a moment later', () => {
  // The phase is 0.4 × distance − 0.012 × time, so 100 ms move a crest by 3 cells.
  const crest = (ms: number) => {
    const near = [7, 8, 9, 10, 11, 12, 13, 14, 15, 16].map((at) => Math.sin(0.4 * at - 0.012 * ms))
    return near.indexOf(Math.max(...near))
  }
  const before = crest(400)
  expect(ripple(7 + before, 0, 400)).toBeGreaterThan(ripple(7 + before, 0, 660))
})

it('keeps an inner ring that never goes out', () => {
  for (let ms = 0; ms < 2_000; ms += 60) expect(ripple(3, 1, ms)).toBeGreaterThanOrEqual(0.3)
})
