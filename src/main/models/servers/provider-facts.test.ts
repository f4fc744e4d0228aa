import { afterEach, expect, it } from 'vitest'
import { createStoppedClock } from '../../../../test/support/data/stopped-clock.ts'
import { createModelServer, type ModelServerOptions } from '../../../../test/support/models/model-server.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { createHttpFetch } from '../http/http-fetch.ts'
import { createProviderFacts, providerFactsOf } from './provider-facts.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function open(options: ModelServerOptions, clock = createStoppedClock()) {
  let lists = 0
  const server = await createModelServer(options)
  closers.push(server.close)
  const http = createHttpFetch({ clock: systemClock, connectMs: 1_000 })
  const changes: number[] = []
  const facts = createProviderFacts({
    fetch: (url, init) => {
      lists += 1
      return http(url, init)
    },
    clock,
    logger: silentLogger,
    changed: () => changes.push(lists),
  })
  const baseUrl = server.baseUrl
  const learn = () => facts.learn({ api: 'openai-completions', baseUrl, readKey: async () => null })
  return {
    facts,
    learn,
    lists: () => lists,
    changes,
    of: (id: string) => providerFactsOf(facts.all(), { baseUrl, id }),
  }
}

const ENTRIES = [
  {
    id: 'anthropic/claude-x',
    context_length: 1_000_000,
    top_provider: { context_length: 200_000, max_completion_tokens: 64_000 },
    architecture: { input_modalities: ['text', 'image'] },
    supported_parameters: ['tools', 'reasoning'],
  },
  { id: 'groq', context_window: 131_072, max_completion_tokens: 40_960 },
  { id: 'mistral', max_context_length: 131_072, capabilities: { vision: true } },
  { id: 'none', top_provider: { max_completion_tokens: null } },
]

it('learns from the list of a provider, once', async () => {
  const { learn, lists, of, changes } = await open({ models: { status: 200, body: { data: ENTRIES } } })
  await Promise.all([learn(), learn()])
  await learn()
  expect([lists(), changes]).toEqual([1, [1]])
  expect(of('anthropic/claude-x')).toEqual({
    contextWindow: 200_000,
    maxOutput: 64_000,
    pictures: true,
    reasoning: true,
  })
  expect(of('groq')).toEqual({ contextWindow: 131_072, maxOutput: 40_960 })
  expect(of('mistral')).toEqual({ contextWindow: 131_072, pictures: true })
  expect(of('none')).toBeUndefined()
})

it('asks a provider that did not tell again only after ten minutes', async () => {
  const clock = createStoppedClock()
  const { learn, lists, of } = await open({ models: { status: 500, body: {} } }, clock)
  await learn()
  await learn()
  expect([lists(), of('groq')]).toEqual([1, undefined])
  await clock.advance(10 * 60_000)
  await learn()
  expect(lists()).toBe(2)
})
