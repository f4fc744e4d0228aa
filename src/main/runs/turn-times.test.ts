import { expect, it } from 'vitest'
import { createTurnTimes } from './turn-times.ts'

function open() {
  let now = 100
  const times = createTurnTimes({ elapsed: () => now })
  return {
    times,
    pass: (ms: number) => {
      now += ms
    },
  }
}

it('measures the first piece from the last time the request went out', () => {
  const { times, pass } = open()
  const asked = times.asks()
  times.sent()
  pass(500)
  times.sent()
  pass(40)
  times.heard()
  pass(60)
  times.heard()
  asked()
  const worked = times.works()
  pass(7)
  worked()
  expect(times.figures()).toEqual({ durationMs: 607, llmMs: 600, toolMs: 7, firstMs: 40 })
})

it('has no figure for a first piece that never came', () => {
  const { times, pass } = open()
  const asked = times.asks()
  pass(20)
  asked()
  expect(times.figures()).toEqual({ durationMs: 20, llmMs: 20, toolMs: 0 })
})
