import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { textScript } from '../../../../test/support/models/model-script.ts'
import { createModelServer } from '../../../../test/support/models/model-server.ts'
import { modelAt } from '../../../../test/support/models/served-model.ts'
import {
  collect,
  collectFailure,
  sampleRequest,
  textIn,
} from '../../../../test/support/protocols/model-samples.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Model, ModelChunk } from '../model.ts'
import { delayAfter, withRetry } from './retry.ts'

const TEXT: ModelChunk = { t: 'text', block: 0, text: 'Hi' }
const busy = (retryAfterMs: number | null = null) =>
  AppError.quoting('llm.rate_limit', 'Busy.', { retryAfterMs })

/** A clock on which every wait is over at once, and which remembers how long they were. */
function quickClock() {
  const waits: number[] = []
  const clock: Clock = {
    now: () => 0,
    elapsed: () => 0,
    after: async (ms, signal) => {
      signal.throwIfAborted()
      waits.push(ms)
    },
    schedule: () => () => {},
  }
  return { clock, waits }
}

function scripted(
  ...answers: readonly (readonly (ModelChunk | Error)[])[]
): Model & { opened: () => number } {
  let opened = 0
  return {
    opened: () => opened,
    stream: async function* () {
      const answer = answers[opened] ?? []
      opened += 1
      for (const chunk of answer) {
        if (chunk instanceof Error) throw chunk
        yield chunk
      }
    },
  }
}

function retrying(model: Model) {
  const { clock, waits } = quickClock()
  const retries: [number, number, string][] = []
  return {
    model: withRetry(model, {
      clock,
      random: () => 1,
      onRetry: (attempt, delayMs, { code }) => retries.push([attempt, delayMs, code]),
    }),
    retries,
    waits,
  }
}

it('tries again after failures that may pass, waiting longer each time', async () => {
  const { model, retries, waits } = retrying(scripted([busy()], [busy()], [TEXT]))
  expect(await collect(model, sampleRequest())).toEqual([TEXT])
  expect(waits).toEqual([500, 1000])
  expect(retries).toEqual([
    [1, 500, 'llm.rate_limit'],
    [2, 1000, 'llm.rate_limit'],
  ])
})

it('gives up after four tries', async () => {
  const inner = scripted([busy()], [busy()], [busy()], [busy()], [TEXT])
  const { error } = await collectFailure(retrying(inner).model, sampleRequest())
  expect(error.code).toBe('llm.rate_limit')
  expect(inner.opened()).toBe(4)
})

it('does not try again once a chunk was read', async () => {
  const inner = scripted([TEXT, busy()], [TEXT])
  const { chunks, error } = await collectFailure(retrying(inner).model, sampleRequest())
  expect([chunks, error.code, inner.opened()]).toEqual([[TEXT], 'llm.rate_limit', 1])
})

it('does not try again what cannot pass', async () => {
  const inner = scripted([AppError.quoting('llm.auth', 'No.')], [TEXT])
  expect((await collectFailure(retrying(inner).model, sampleRequest())).error.code).toBe('llm.auth')
  expect(inner.opened()).toBe(1)
})

it('stops waiting when it is stopped', async () => {
  const controller = new AbortController()
  const inner = scripted([busy()], [TEXT])
  const clock: Clock = { ...quickClock().clock, after: (_ms, signal) => Promise.reject(signal.reason) }
  const model = withRetry(inner, { clock, random: () => 0, onRetry: () => controller.abort() })
  const { error } = await collectFailure(model, sampleRequest(), controller.signal)
  expect([error.code, inner.opened()]).toEqual(['cancelled', 1])
})

it('lets the inner model know when the reader leaves', async () => {
  let left = false
  const inner: Model = {
    stream: async function* () {
      try {
        yield TEXT
        yield TEXT
      } finally {
        left = true
      }
    },
  }
  for await (const _ of retrying(inner).model.stream(sampleRequest(), new AbortController().signal)) break
  expect(left).toBe(true)
})

it.each([
  [busy(), 1, 0, 250],
  [busy(), 1, 1, 500],
  [busy(), 3, 1, 2000],
  [busy(7000), 1, 1, 7000],
  [busy(100), 1, 1, 500],
  [busy(600_000), 1, 1, null],
  [busy(), 4, 1, null],
  [new Error('a bug'), 1, 1, null],
])('waits the right time (case %#)', (error, attempt, random, expected) => {
  expect(delayAfter(error, attempt, () => random)).toBe(expected)
})

it('gets an answer from a real server that was overloaded at first', async () => {
  const server = await createModelServer()
  server.enqueue(
    { status: 529, body: {} },
    { status: 429, headers: { 'retry-after': '3' }, body: {} },
    textScript('There.'),
  )
  const { model, waits } = retrying(modelAt(server.baseUrl))
  expect(textIn(await collect(model, sampleRequest()))).toBe('There.')
  expect(waits).toEqual([500, 3000])
  await server.close()
})
