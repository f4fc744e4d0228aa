import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { NO_USAGE } from '#shared/session/usage.ts'
import type { ModelChunk, ModelRequest } from '../../models/model.ts'
import type { RunHandle } from '../run/run-handle.ts'
import { sendEarly } from './early-request.ts'

const CHUNKS: ModelChunk[] = [
  { t: 'text', block: 0, text: 'Hello' },
  { t: 'end', stop: 'stop', usage: NO_USAGE },
]
const REQUEST = { system: 'as it will stand' } as ModelRequest

function open(buildRequest = () => REQUEST) {
  const order: string[] = []
  const stopping = new AbortController()
  const signals: AbortSignal[] = []
  const deps = {
    buildRequest,
    breath: async () => void order.push('breath'),
    model: {
      async *stream(_request: ModelRequest, signal: AbortSignal) {
        signals.push(signal)
        order.push('sent')
        yield* CHUNKS
      },
    },
  }
  const run = { signal: stopping.signal } as RunHandle
  return { deps, run, order, stopping, signals }
}

async function all(chunks: AsyncIterator<ModelChunk> | null): Promise<ModelChunk[]> {
  const found: ModelChunk[] = []
  for (let next = await chunks?.next(); next?.done === false; next = await chunks?.next())
    found.push(next.value)
  return found
}

it('sends, then stores, then hands out every chunk', async () => {
  const { deps, run, order } = open()
  const chunks = await sendEarly(deps, run, [], () => void order.push('stored'))
  expect([order, await all(chunks)]).toEqual([['sent', 'breath', 'stored'], CHUNKS])
})

it('drops the request when what it tells cannot be stored', async () => {
  const { deps, run, signals } = open()
  const full = () => {
    throw AppError.quoting('db.full', 'The disk is full.')
  }
  await expect(sendEarly(deps, run, [], full)).rejects.toThrow('The disk is full.')
  expect(signals.map((signal) => signal.aborted)).toEqual([true])
})

it('stops with the run', async () => {
  const { deps, run, signals, stopping } = open()
  await sendEarly(deps, run, [], () => {})
  stopping.abort()
  expect(signals.map((signal) => signal.aborted)).toEqual([true])
})

it('stores and sends nothing when there is no request to send', async () => {
  const { deps, run, order } = open(() => {
    throw AppError.quoting('llm.context_overflow', 'Too long.')
  })
  const chunks = await sendEarly(deps, run, [], () => void order.push('stored'))
  expect([chunks, order]).toEqual([null, ['stored']])
})
