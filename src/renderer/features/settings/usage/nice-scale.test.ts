import { expect, it } from 'vitest'
import { niceSteps } from './nice-scale.ts'

it.each([
  [10, [0, 4, 8, 12]],
  [3.68, [0, 2, 4]],
  [0.9, [0, 0.4, 0.8, 1.2]],
  [150, [0, 50, 100, 150]],
  [0, [0, 1]],
])('ends the axis of %d at a round amount', (most, steps) => {
  expect(niceSteps(most).map((step) => Math.round(step * 1e6) / 1e6)).toEqual(steps)
})
