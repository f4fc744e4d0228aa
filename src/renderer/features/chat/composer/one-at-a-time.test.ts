import { expect, it } from 'vitest'
import { createOneAtATime } from './one-at-a-time.ts'

it('begins one act, and gives the one asked for meanwhile when it ends', () => {
  const order = createOneAtATime<string>()
  expect(order.begin('send', '/branches')).toBe(true)
  expect(order.begin('queue', 'Tell me everything')).toBe(false)
  expect(order.end(true)).toBe('queue')
  expect(order.begin('queue', 'Tell me everything')).toBe(true)
  expect(order.end(true)).toBe(null)
})

it('does not send the same text twice', () => {
  const order = createOneAtATime<string>()
  order.begin('send', 'Hello')
  expect(order.begin('send', 'Hello')).toBe(false)
  expect(order.end(true)).toBe(null)
})

it('forgets what waits for a message that failed', () => {
  const order = createOneAtATime<string>()
  order.begin('send', '/nothing')
  order.begin('send', 'Hello')
  expect(order.end(false)).toBe(null)
  expect(order.begin('send', 'Hello')).toBe(true)
})
