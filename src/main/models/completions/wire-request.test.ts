import { expect, it } from 'vitest'
import { sampleInfo, sampleRequest } from '../../../../test/support/protocols/model-samples.ts'
import { adaptedDialect } from './dialect-refusals.ts'
import { dialectFor, wireRequest } from './wire-request.ts'

const ROUTER = 'https://openrouter.ai/api/v1'
const OPENAI = 'https://api.openai.com/v1'
const LOCAL = 'http://127.0.0.1:8000/v1'

function bodyFor(baseUrl: string, id: string, changes: Parameters<typeof sampleRequest>[0] = {}) {
  const model = sampleInfo({ id, ...changes.model })
  const request = sampleRequest({ cacheKey: 'ses_1', ...changes, model })
  return wireRequest(request, new Map(), dialectFor(baseUrl, model))
}

it('marks the cache where the server has a field for it', () => {
  expect(bodyFor(ROUTER, 'anthropic/claude-sonnet-4.5')).toMatchObject({
    cache_control: { type: 'ephemeral' },
  })
  expect(bodyFor(OPENAI, 'gpt-5')).toMatchObject({ prompt_cache_key: 'ses_1' })
  for (const body of [bodyFor(ROUTER, 'google/gemini-2.5-pro'), bodyFor(LOCAL, 'anthropic/claude')]) {
    expect(body).not.toHaveProperty('cache_control')
    expect(body).not.toHaveProperty('prompt_cache_key')
  }
})

it.each([
  [ROUTER, 'anthropic/claude-sonnet-4.5', 'Unrecognized request argument: cache_control'],
  [OPENAI, 'gpt-5', "Unknown parameter: 'prompt_cache_key'."],
])('drops the cache field that %s refuses', (baseUrl, id, words) => {
  const dialect = dialectFor(baseUrl, { id })
  expect(adaptedDialect(dialect, words)?.cache).toBe('none')
})

it('names no answer limit that is only a guess', () => {
  const guessed = sampleInfo({ maxOutput: 4_000, isOutputGuessed: true })
  const limitIn = (reserveOutput: number, model = guessed) =>
    wireRequest(sampleRequest({ model, reserveOutput }), new Map(), dialectFor(LOCAL, model)).max_tokens
  expect(limitIn(4_000)).toBeUndefined()
  expect(limitIn(16_000)).toBeUndefined()
  // A short answer is requested.
  expect(limitIn(60)).toBe(60)
  expect(limitIn(16_000, sampleInfo({ maxOutput: 4_000 }))).toBe(4_000)
})

it.each([
  [LOCAL, 'deepseek-v3.2', true],
  ['https://api.deepseek.com/v1', 'deepseek-reasoner', true],
  [LOCAL, 'moonshotai/Kimi-K2-Thinking', true],
  [LOCAL, 'zai-org/GLM-4.6', true],
  [LOCAL, 'MiniMaxAI/MiniMax-M2', true],
  // It has a field of its own.
  [ROUTER, 'z-ai/glm-4.6', false],
  [LOCAL, 'deepseek-r1:8b', false],
  [LOCAL, 'qwen3:8b', false],
])('at %s returns the reasoning of %s: %s', (baseUrl, id, expected) => {
  expect(dialectFor(baseUrl, { id }).returnReasoning).toBe(expected)
})

it('believes a server once about earlier reasoning', () => {
  const usual = dialectFor(LOCAL, { id: 'zai-org/GLM-4.6' })
  const without = adaptedDialect(usual, "property 'reasoning_content' is unsupported")
  expect(without?.returnReasoning).toBe(false)
  const wanting = 'thinking is enabled but reasoning_content is missing'
  expect(without && adaptedDialect(without, wanting)).toBeNull()
  expect(adaptedDialect(dialectFor(LOCAL, { id: 'other' }), wanting)?.returnReasoning).toBe(true)
})
