import { expect, it } from 'vitest'
import { createTurnTimes } from './turn-times.ts'

function open() {
  let now = 100
  let waited = 0
  const times = createTurnTimes({ elapsed: () => now }, () => waited)
  return {
    times,
    pass: (ms: number) => {
      now += ms
    },
    wait: (ms: number) => {
      now += ms
      waited += ms
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

it('does not count how long it waited for the person', () => {
  const { times, pass, wait } = open()
  const asked = times.asks()
  pass(20)
  asked()
  const worked = times.works()
  pass(5)
  wait(60_000)
  pass(2)
  worked()
  expect(times.figures()).toEqual({ durationMs: 27, llmMs: 20, toolMs: 7 })
})
