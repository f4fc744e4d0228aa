import { expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { createRestingChats, QUIET_MS } from './resting-chats.ts'

const ONE = 'ses_00000001' as SessionId
const TWO = 'ses_00000002' as SessionId

/** Opens chats with a clock that the test advances. */
function open() {
  let now = 0
  const timers = new Map<object, { readonly at: number; readonly act: () => void }>()
  const busy = new Set<SessionId>()
  const rested: SessionId[] = []
  const chats = createRestingChats({
    schedule: (ms, act) => {
      const timer = {}
      timers.set(timer, { at: now + ms, act })
      return () => void timers.delete(timer)
    },
    isBusy: (id) => busy.has(id),
    rested: (id) => void rested.push(id),
  })
  const pass = (ms: number) => {
    now += ms
    for (const [timer, { at, act }] of [...timers]) {
      if (at > now) continue
      timers.delete(timer)
      act()
    }
  }
  return { ...chats, busy, rested, pass, waiting: () => timers.size }
}

it('a chat has come to rest ten minutes after the last that happened in it, and once', () => {
  const { stirred, rested, pass } = open()
  stirred(ONE)
  pass(QUIET_MS - 1)
  stirred(ONE)
  pass(QUIET_MS - 1)
  expect(rested).toEqual([])
  pass(1)
  pass(QUIET_MS)
  expect(rested).toEqual([ONE])
})

it('a chat in which something is at work does not rest, and others do not wait for it', () => {
  const { stirred, busy, rested, pass } = open()
  stirred(ONE)
  stirred(TWO)
  busy.add(ONE)
  stirred(ONE)
  pass(2 * QUIET_MS)
  expect(rested).toEqual([TWO])
  busy.delete(ONE)
  stirred(ONE)
  pass(QUIET_MS)
  expect(rested).toEqual([TWO, ONE])
})

it('nothing is waited for once it is closed', () => {
  const { stirred, close, rested, pass, waiting } = open()
  stirred(ONE)
  close()
  expect(waiting()).toBe(0)
  pass(QUIET_MS)
  expect(rested).toEqual([])
})
