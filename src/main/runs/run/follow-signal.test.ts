import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { follow } from './follow-signal.ts'

it('aborts with what stands above, for the same reason', () => {
  const above = new AbortController()
  const own = new AbortController()
  follow(own, above.signal)
  expect(own.signal.aborted).toBe(false)
  above.abort('It was stopped.')
  expect([own.signal.aborted, own.signal.reason]).toEqual([true, 'It was stopped.'])
})

it('aborts at once where that has happened before', () => {
  const own = new AbortController()
  follow(own, AbortSignal.abort('It was stopped before.'))
  expect(own.signal.reason).toBe('It was stopped before.')
})

it('leaves nothing behind once it is let go, and follows no more', () => {
  const above = new AbortController()
  const own = new AbortController()
  const unfollow = follow(own, above.signal)
  expect(getEventListeners(above.signal, 'abort')).toHaveLength(1)
  unfollow()
  expect(getEventListeners(above.signal, 'abort')).toEqual([])
  above.abort()
  expect(own.signal.aborted).toBe(false)
})
