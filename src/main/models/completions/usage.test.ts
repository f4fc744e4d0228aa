import { expect, it } from 'vitest'
import { usageOf } from './usage.ts'

const openAi = (prompt: number, cached: number) =>
  usageOf({ prompt_tokens: prompt, completion_tokens: 7, prompt_tokens_details: { cached_tokens: cached } })

it.each([
  [1000, 800, 200],
  [30011, 19904, 10107],
  [2000, 1500, 500],
  [34097, 34048, 49],
])('counts %i prompt tokens of which %i were cached as %i', (prompt, cached, input) => {
  expect(openAi(prompt, cached)).toEqual({ input, output: 7, cacheRead: cached, cacheWrite: 0 })
})

it('never counts below zero when a server says more was cached than sent', () => {
  expect(openAi(10, 50)).toMatchObject({ input: 0, cacheRead: 50 })
})

it('counts nothing as cached when the server says nothing of it', () => {
  expect(usageOf({ prompt_tokens: 12, completion_tokens: 3 })).toEqual({
    input: 12,
    output: 3,
    cacheRead: 0,
    cacheWrite: 0,
  })
})

it('reads the cache figure beside the prompt figure, and the reasoning figure', () => {
  const raw = {
    prompt_tokens: 100,
    completion_tokens: 20,
    prompt_cache_hit_tokens: 60,
    completion_tokens_details: { reasoning_tokens: 15 },
  }
  expect(usageOf(raw)).toEqual({ input: 40, output: 20, cacheRead: 60, cacheWrite: 0, reasoning: 15 })
})

it('takes nonsense for nothing', () => {
  expect(usageOf({ prompt_tokens: 'many', completion_tokens: -4, prompt_tokens_details: 3 })).toEqual({
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
  })
  expect(usageOf(null)).toBeNull()
  expect(usageOf('12')).toBeNull()
})

it('keeps the amount that OpenRouter reports, with what a key of one’s own is billed upstream', () => {
  const raw = { prompt_tokens: 194, completion_tokens: 2, cost: 0.95 }
  expect(usageOf(raw)).toMatchObject({ cost: { billed: 0.95 } })
  const upstream = { cost_details: { upstream_inference_cost: 19 } }
  expect(usageOf({ ...raw, ...upstream, is_byok: false })).toMatchObject({ cost: { billed: 0.95 } })
  expect(usageOf({ ...raw, ...upstream, is_byok: true })).toMatchObject({ cost: { billed: 19.95 } })
})

it('counts what OpenRouter stored in the cache apart from input', () => {
  const details = { cached_tokens: 40, cache_write_tokens: 100 }
  const raw = { prompt_tokens: 194, completion_tokens: 2, prompt_tokens_details: details }
  expect(usageOf(raw)).toMatchObject({ input: 54, cacheRead: 40, cacheWrite: 100 })
})

it('reads the ticks of xAI, and adds the reasoning that its output leaves out', () => {
  const raw = {
    prompt_tokens: 100,
    completion_tokens: 20,
    total_tokens: 320,
    cost_in_usd_ticks: 37_756_000,
    completion_tokens_details: { reasoning_tokens: 200 },
  }
  expect(usageOf(raw)).toMatchObject({ output: 220, reasoning: 200, cost: { billed: 0.0037756 } })
})
