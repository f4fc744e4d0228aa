import { describe, expect, it } from 'vitest'
import { LEAST_ZOOM, MOST_ZOOM, nextZoom, zoomOfKey } from './zoom.ts'

describe('the zoom of a picture', () => {
  it('goes from any size to the next step, and stops at both ends', () => {
    expect(nextZoom(0.62, 'in')).toBe(0.75)
    expect(nextZoom(0.62, 'out')).toBe(0.5)
    expect(nextZoom(MOST_ZOOM, 'in')).toBe(MOST_ZOOM)
    expect(nextZoom(LEAST_ZOOM, 'out')).toBe(LEAST_ZOOM)
  })

  it('moves with every press, also from a size that is nearly a step', () => {
    expect(nextZoom(0.999, 'in')).toBe(1.5)
    expect(nextZoom(1.001, 'out')).toBe(0.75)
  })

  it('has keys to come nearer, to go back, to fit, and for the size of the picture', () => {
    expect(['+', '=', '-', '0', '1', 'a'].map((key) => zoomOfKey(key, 1))).toEqual([
      1.5,
      1.5,
      0.75,
      'fit',
      1,
      null,
    ])
  })
})
