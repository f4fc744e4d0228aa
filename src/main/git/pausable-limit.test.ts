import { expect, it } from 'vitest'
import { createPausableLimit } from './pausable-limit.ts'

/** A clock that is moved by hand. */
function handClock() {
  let time = 0
  const timers = new Map<() => void, number>()
  return {
    timers,
    now: () => time,
    after: (ms: number, act: () => void) => {
      timers.set(act, time + ms)
      return () => void timers.delete(act)
    },
    pass: (ms: number) => {
      time += ms
      for (const [act, at] of timers)
        if (at <= time) {
          timers.delete(act)
          act()
        }
    },
  }
}

it('does not count the time while the program waits for the person', async () => {
  const clock = handClock()
  const limit = createPausableLimit(1_000, clock)
  clock.pass(600)
  let answer = () => {}
  const asked = limit.paused(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve
      }),
  )
  clock.pass(60_000)
  expect(limit.signal.aborted).toBe(false)
  answer()
  await asked
  clock.pass(399)
  expect(limit.signal.aborted).toBe(false)
  clock.pass(1)
  expect(limit.signal.aborted).toBe(true)
})

it('leaves no timer behind', async () => {
  const clock = handClock()
  const limit = createPausableLimit(1_000, clock)
  await limit.paused(async () => limit.close())
  expect(clock.timers.size).toBe(0)
})
