import { expect, it } from 'vitest'
import { allSteps, type Steps, stepsInTurns } from './steps.ts'

function* countTo(most: number, seen: number[] = []): Steps<number> {
  for (let at = 1; at <= most; at += 1) {
    seen.push(at)
    if (at < most) yield
  }
  return most
}

it('comes to the same at once and in turns', async () => {
  expect(allSteps(countTo(5))).toBe(5)
  expect(await stepsInTurns(countTo(5), () => null)).toBe(5)
})

it('rests after each step but the last', async () => {
  let rests = 0
  await stepsInTurns(countTo(4), async () => {
    rests += 1
  })
  expect(rests).toBe(3)
})

it('does no further step after an abort', async () => {
  const stop = new AbortController()
  const seen: number[] = []
  const work = stepsInTurns(countTo(9, seen), () => Promise.resolve(stop.abort('enough')), stop.signal)
  await expect(work).rejects.toBe('enough')
  expect(seen).toEqual([1])
})
