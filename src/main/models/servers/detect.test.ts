import { createServer } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createStoppedClock } from '../../../../test/support/data/stopped-clock.ts'
import { createModelServer, type ModelServerOptions } from '../../../../test/support/models/model-server.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { createHttpFetch } from '../http/http-fetch.ts'
import { createServerDetection } from './detect.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})
const signal = new AbortController().signal
const fetch = createHttpFetch({ clock: systemClock, connectMs: 1_000 })

function detecting(ports: readonly number[], clock = systemClock) {
  const servers = ports.map((port) => ({ name: `Server ${port}`, provider: 'x', port }))
  return createServerDetection({ fetch, clock, logger: silentLogger, servers })
}

async function serve(models: ModelServerOptions['models']) {
  const server = await createModelServer(models === undefined ? {} : { models })
  closers.push(server.close)
  return server.port
}

/** A port on which nothing listens. */
async function closedPort() {
  const server = await createModelServer()
  await server.close()
  return server.port
}

it('finds the servers that run, with their models, and says which do not', async () => {
  const [running, silent] = [await serve(['llama3', 'qwen3']), await closedPort()]
  expect(await detecting([running, silent]).detect(signal)).toEqual([
    {
      name: `Server ${running}`,
      baseUrl: `http://127.0.0.1:${running}/v1`,
      port: running,
      running: true,
      models: ['llama3', 'qwen3'],
    },
    {
      name: `Server ${silent}`,
      baseUrl: `http://127.0.0.1:${silent}/v1`,
      port: silent,
      running: false,
      models: [],
    },
  ])
})

it('takes the good ids of a strange list and no more than a few hundred', async () => {
  const good = Array.from({ length: 900 }, (_, at) => ({ id: `m${at}` }))
  const odd = [
    null,
    3,
    { id: 7 },
    { id: '' },
    { id: 'a b' },
    { id: 'x'.repeat(500) },
    { id: 'nul\u0000' },
    { id: 'm1' },
  ]
  const port = await serve({ status: 200, body: { data: [...odd, ...good] } })
  const [found] = await detecting([port]).detect(signal)
  expect(found?.models).toHaveLength(500)
  expect(found?.models.every((id) => /^m\d+$/.test(id))).toBe(true)
})

it.each([
  ['a web page', { status: 200, body: '<!doctype html><h1>Jenkins</h1>' }],
  ['a refusal', { status: 403, body: {} }],
  ['other JSON', { status: 200, body: { hello: 'world' } }],
  ['an endless list', { status: 200, body: { data: [{ id: 'x'.repeat(3_000_000) }] } }],
])('does not take %s for a model server', async (_what, models) => {
  const [found] = await detecting([await serve(models)]).detect(signal)
  expect(found).toMatchObject({ running: false, models: [] })
})

it('does not wait long for something that takes the connection and says nothing', async () => {
  const clock = createStoppedClock()
  const mute = createServer()
  const asked = new Promise<void>((resolve) =>
    mute.once('connection', (socket) => socket.once('data', () => resolve())),
  )
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => mute.close(() => resolve())))
  const address = mute.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const looking = detecting([port], clock).detect(signal)
  await asked
  clock.advance(1_500)
  expect(await looking).toMatchObject([{ running: false }])
})

it('stops when it is stopped', async () => {
  const port = await serve(['a'])
  await expect(detecting([port]).detect(AbortSignal.abort())).rejects.toThrow()
})
