import { expect, it } from 'vitest'
import { desktopCount } from './end-to-end.mjs'

it('runs a story more than there are cores on Linux, one elsewhere, and as many as asked for', () => {
  expect(desktopCount('linux', {}, 1)).toBe(2)
  expect(desktopCount('linux', {}, 2)).toBe(3)
  expect(desktopCount('linux', {}, 16)).toBe(3)
  expect(desktopCount('linux', { ORRERY_TEST_WORKERS: '1' })).toBe(1)
  expect(desktopCount('linux', { ORRERY_TEST_WORKERS: '4' })).toBe(4)
  expect(desktopCount('darwin', { ORRERY_TEST_WORKERS: '4' })).toBe(1)
})

it('ignores a number of workers that makes no sense', () => {
  for (const wrong of ['0', '-1', '9', 'many', '1.5'])
    expect(desktopCount('linux', { ORRERY_TEST_WORKERS: wrong }, 2)).toBe(3)
})
