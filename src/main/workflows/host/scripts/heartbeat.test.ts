import { expect, it } from 'vitest'
import { createStoppedClock } from '../../../../../test/support/data/stopped-clock.ts'
import { createHeartbeat } from './heartbeat.ts'

function open() {
  const clock = createStoppedClock()
  let lost = 0
  const heart = createHeartbeat(clock, { silentMs: 5_000, startMs: 20_000 }, () => {
    lost += 1
  })
  const pass = async (ms: number) => {
    clock.advance(ms)
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    return lost
  }
  return { clock, heart, pass }
}

it('waits for the first sign of life longer than for those after it', async () => {
  const { heart, pass } = open()
  heart.expect(1)
  expect(await pass(19_000)).toBe(0)
  heart.beat()
  expect(await pass(4_000)).toBe(0)
  expect(await pass(1_000)).toBe(1)
})

it('has no timer while nothing is owed', async () => {
  const { clock, heart, pass } = open()
  heart.expect(1)
  heart.expect(2)
  heart.beat()
  heart.done(1)
  expect(clock.waiting()).toHaveLength(1)
  heart.done(2)
  expect(clock.waiting()).toEqual([])
  expect(await pass(60_000)).toBe(0)
})

it('starts counting when the next answer is owed', async () => {
  const { heart, pass } = open()
  heart.expect(1)
  heart.beat()
  heart.done(1)
  await pass(60_000)
  heart.expect(2)
  expect(await pass(4_999)).toBe(0)
  expect(await pass(1)).toBe(1)
})
