import { afterEach, expect, it } from 'vitest'
import { createModelServer } from '../../../../test/support/models/model-server.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { createHttpFetch } from '../http/http-fetch.ts'
import { createServerDetection } from './detect.ts'
import { loadModel } from './load-model.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})
const fetch = createHttpFetch({ clock: systemClock, connectMs: 1_000 })
const deps = { fetch, clock: systemClock, logger: silentLogger }
const never = new AbortController().signal

/** An Ollama that gives a model of a long window far less once it has loaded it. */
async function ollama() {
  const loaded: string[] = []
  const server = await createModelServer({
    models: ['long'],
    routes: {
      '/api/ps': () => ({
        status: 200,
        body: { models: loaded.map((name) => ({ name, context_length: 4_096 })) },
      }),
      '/api/show': () => ({
        status: 200,
        body: { model_info: { 'general.architecture': 'llama', 'llama.context_length': 131_072 } },
      }),
      '/api/generate': ({ body }) => {
        loaded.push((body as { model: string }).model)
        return { status: 200, body: { done: true } }
      },
    },
  })
  closers.push(server.close)
  const servers = [{ name: 'Ollama', provider: 'ollama', port: server.port }]
  const detection = createServerDetection({ ...deps, servers })
  const factsNow = async () => (await detection.detect(never))[0]?.facts
  return { baseUrl: `http://127.0.0.1:${server.port}/v1`, factsNow, loaded }
}

it('learns the window that Ollama really gives a model by having it loaded', async () => {
  const { baseUrl, factsNow, loaded } = await ollama()
  expect(await factsNow()).toEqual({ long: { contextWindow: 32_768, isGuess: true } })
  await loadModel(deps, { baseUrl, id: 'long' }, never)
  expect(loaded).toEqual(['long'])
  expect(await factsNow()).toEqual({ long: { contextWindow: 4_096 } })
})

it('leaves it to the request to say what is wrong with a server that loads nothing', async () => {
  await expect(loadModel(deps, { baseUrl: 'http://127.0.0.1:1/v1', id: 'long' }, never)).resolves.toBe(
    undefined,
  )
  const stopped = AbortSignal.abort(new Error('Stopped.'))
  await expect(loadModel(deps, { baseUrl: 'http://127.0.0.1:1/v1', id: 'long' }, stopped)).rejects.toThrow(
    'Stopped.',
  )
})
