import { expect, it } from 'vitest'
import { createOneAtATime } from './one-at-a-time.ts'

it('begins one act, and gives the one asked for meanwhile when it ends', () => {
  const order = createOneAtATime<string>()
  expect(order.begin('send', '/branches')).toBe(true)
  expect(order.begin('queue', 'Tell me everything')).toBe(false)
  expect(order.end(true, 'Tell me everything')).toBe('queue')
  expect(order.begin('queue', 'Tell me everything')).toBe(true)
  expect(order.end(true, 'Hello')).toBe(null)
})

it('does not send the same text twice', () => {
  const order = createOneAtATime<string>()
  order.begin('send', 'Hello')
  expect(order.begin('send', 'Hello')).toBe(false)
  expect(order.end(true, 'Hello')).toBe(null)
})

it('forgets what waits for a message that failed', () => {
  const order = createOneAtATime<string>()
  order.begin('send', '/nothing')
  order.begin('send', 'Hello')
  expect(order.end(false, 'Hello')).toBe(null)
  expect(order.begin('send', 'Hello')).toBe(true)
})

it.each(['Hello, and more', 'An unfinished text of another chat', ''])(
  'leaves %j alone, which the person did not ask to send',
  (written) => {
    const order = createOneAtATime<string>()
    order.begin('send', '/branches')
    order.begin('send', 'Hello')
    expect(order.end(true, written)).toBe(null)
    expect(order.begin('send', 'Hello')).toBe(true)
  },
)
