import { afterEach, expect, it } from 'vitest'
import { createModelServer, type ModelServerOptions } from '../../../../test/support/models/model-server.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { createHttpFetch } from '../http/http-fetch.ts'
import { createServerDetection } from './detect.ts'
import { localServers } from './local-servers.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})
const fetch = createHttpFetch({ clock: systemClock, connectMs: 1_000 })

/** Returns the facts about models of a server of this kind. */
async function factsAt(provider: string, options: ModelServerOptions) {
  const server = await createModelServer(options)
  closers.push(server.close)
  const servers = [{ name: 'Server', provider, port: server.port }]
  const detection = createServerDetection({ fetch, clock: systemClock, logger: silentLogger, servers })
  const [found] = await detection.detect(new AbortController().signal)
  return { running: found?.running, facts: found?.facts }
}

const ok = (body: unknown) => () => ({ status: 200, body })
const listed = (...data: unknown[]) => ({ status: 200, body: { data } })

it('reads the window from the list where the server tells it there', async () => {
  const models = listed(
    { id: 'vllm', max_model_len: 24_576 },
    { id: 'llamacpp', meta: { n_ctx: 16_384, n_ctx_train: 131_072 } },
    { id: 'router', context_length: 200_000 },
    { id: 'mute' },
  )
  expect(await factsAt('other', { models })).toEqual({
    running: true,
    facts: {
      vllm: { contextWindow: 24_576 },
      llamacpp: { contextWindow: 16_384 },
      router: { contextWindow: 200_000 },
    },
  })
})

it('asks Ollama for what is loaded, what is written, and what a model was made for', async () => {
  const shown: Record<string, object> = {
    written: { parameters: 'temperature 1\nnum_ctx   16384', model_info: {} },
    made: { model_info: { 'general.architecture': 'llama', 'llama.context_length': 8_192 } },
    long: {
      capabilities: ['completion', 'vision'],
      model_info: { 'general.architecture': 'llama', 'llama.context_length': 131_072 },
    },
  }
  const facts = await factsAt('ollama', {
    models: ['loaded', 'written', 'made', 'long', 'gone'],
    routes: {
      '/api/ps': ok({ models: [{ name: 'loaded', context_length: 4_096 }] }),
      '/api/show': ({ body }) => {
        const found = shown[(body as { model: string }).model]
        return found === undefined
          ? { status: 404, body: { error: 'not found' } }
          : { status: 200, body: found }
      },
    },
  })
  expect(facts.facts).toEqual({
    loaded: { contextWindow: 4_096 },
    written: { contextWindow: 16_384 },
    made: { contextWindow: 8_192, isGuess: true },
    // Ollama serves a shorter window by default; the real one is known once the model is loaded.
    long: { contextWindow: 32_768, pictures: true, isGuess: true },
  })
})

it('asks LM Studio and llama.cpp in their own words', async () => {
  const studio = await factsAt('lmstudio', {
    models: ['loaded', 'idle'],
    routes: {
      '/api/v0/models': ok({
        data: [
          { id: 'loaded', loaded_context_length: 8_192, max_context_length: 131_072 },
          { id: 'idle', type: 'llm', max_context_length: 32_768 },
        ],
      }),
    },
  })
  expect(studio.facts).toEqual({
    loaded: { contextWindow: 8_192 },
    idle: { contextWindow: 32_768, pictures: false },
  })
  const cpp = await factsAt('llamacpp', {
    models: ['model.gguf'],
    routes: {
      '/props': ok({ default_generation_settings: { n_ctx: 12_288 }, modalities: { vision: false } }),
    },
  })
  expect(cpp.facts).toEqual({ 'model.gguf': { contextWindow: 12_288, pictures: false } })
})

it.each([
  ['nonsense', ok({ models: 'many', model_info: 7, parameters: { num_ctx: 9 } })],
  [
    'sizes no model has',
    ok({ models: [{ name: 'm', context_length: -1 }], parameters: 'num_ctx 999999999' }),
  ],
  ['a web page', ok('<!doctype html>')],
  ['too much', ok({ parameters: 'x'.repeat(3_000_000) })],
  ['a failure', () => ({ status: 500, body: {} })],
])('takes a server that tells %s as one of which nothing is known', async (_what, answer) => {
  const routes = { '/api/ps': answer, '/api/show': answer }
  expect(await factsAt('ollama', { models: ['m', '__proto__'], routes })).toEqual({
    running: true,
    facts: undefined,
  })
})

it.each([
  ['127.0.0.1:11500', 11_500],
  ['http://localhost:11500/', 11_500],
  [':11500', 11_500],
  ['0.0.0.0:11500', 11_500],
  ['0.0.0.0', 11_434],
  ['gpu-box:11500', 11_434],
  ['127.0.0.1:99999', 11_434],
  ['', 11_434],
])('looks for Ollama where OLLAMA_HOST says, on this machine only: %s', (host, port) => {
  expect(localServers({ OLLAMA_HOST: host }).find(({ provider }) => provider === 'ollama')?.port).toBe(port)
})
