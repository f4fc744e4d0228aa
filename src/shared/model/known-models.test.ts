import { expect, it } from 'vitest'
import { hintFor } from './known-models.ts'

it.each([
  ['anthropic/claude-sonnet-4.5', 200_000, 64_000, true],
  ['claude-opus-4-20250514', 200_000, 32_000, true],
  ['anthropic/claude-opus-4.1', 200_000, 32_000, true],
  ['anthropic/claude-opus-4.5', 200_000, 64_000, true],
  ['claude-sonnet-4-6', 1_000_000, 64_000, true],
  ['claude-sonnet-5', 1_000_000, 64_000, true],
  ['google/gemini-2.5-pro', 1_048_576, 65_536, true],
  ['moonshotai/kimi-k2', 131_072, 16_384, false],
  ['moonshotai/kimi-k2-thinking', 262_144, 32_768, true],
  ['z-ai/glm-4.6', 200_000, 65_536, true],
  ['minimax/minimax-m2', 196_608, 65_536, true],
  ['openai/o3', 200_000, 100_000, true],
  ['o4-mini', 200_000, 100_000, true],
  ['openai/gpt-5-mini', 400_000, 128_000, true],
  ['qwen/qwen3-coder', 262_144, 65_536, false],
  ['deepseek/deepseek-v4-pro', 1_000_000, 65_536, true],
  ['deepseek-chat', 131_072, 8_192, false],
  ['meta-llama/llama-4-maverick', 131_072, 8_192, false],
])('knows the limits of %s', (id, contextWindow, maxOutput, reasoning) => {
  const hint = hintFor(id)
  expect(hint).toMatchObject({ contextWindow, maxOutput, reasoning })
  expect(hint.isOutputGuessed).toBeUndefined()
})

it('only estimates the output where the vendor publishes no limit', () => {
  expect(hintFor('x-ai/grok-4')).toMatchObject({ contextWindow: 256_000, isOutputGuessed: true })
  expect(hintFor('mystery', { contextWindow: 200_000 })).toMatchObject({
    contextWindow: 200_000,
    maxOutput: 25_000,
    isOutputGuessed: true,
  })
  expect(hintFor('mystery', { contextWindow: 8_192 }).maxOutput).toBe(2_048)
})

it('believes the server before the table', () => {
  const told = { contextWindow: 100_000, maxOutput: 90_000, reasoning: false, pictures: false }
  expect(hintFor('claude-sonnet-4.5', told)).toEqual(told)
  expect(hintFor('mystery', { maxOutput: 7_000 }).isOutputGuessed).toBeUndefined()
})
