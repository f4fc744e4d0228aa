import { expect, it } from 'vitest'
import { createViewers } from './viewers.ts'

it('lets a program wait for the slowest window, and run again once that has drawn', () => {
  const viewers = createViewers()
  viewers.add(1)
  viewers.add(2)
  expect(viewers.sent(900_000)).toBeNull()
  expect(viewers.drawn(1, 900_000)).toBeNull()
  expect(viewers.sent(200_000)).toBe(true)
  expect(viewers.drawn(2, 500_000)).toBeNull()
  expect(viewers.drawn(2, 500_000)).toBe(false)
})

it('does not wait for a window that is gone', () => {
  const viewers = createViewers()
  viewers.add(1)
  expect(viewers.sent(2_000_000)).toBe(true)
  expect(viewers.remove(1)).toBe(true)
  expect(viewers.held()).toBe(false)
  expect(viewers.isEmpty()).toBe(true)
})
