import { expect, it } from 'vitest'
import { createStoppedClock } from '../../../../test/support/data/stopped-clock.ts'
import { createToolLimit, runsOn } from './tool-limit.ts'

it('knows how long a call waited, whether or not it has a limit', async () => {
  const clock = createStoppedClock(0)
  const run = new AbortController().signal
  const limits = [createToolLimit(clock, { run, limitMs: 1_000, tool: 'ask' }), runsOn(clock, run)]
  for (const limit of limits) {
    clock.advance(5)
    await limit.whilePaused(async () => clock.advance(60_000))
    clock.advance(5)
    await expect(limit.whilePaused(() => Promise.reject(new Error('Nobody answers.')))).rejects.toThrow()
    limit.end()
  }
  expect(limits.map((limit) => limit.pausedMs())).toEqual([60_000, 60_000])
  expect(limits.map(({ signal }) => signal.aborted)).toEqual([false, false])
})
