import { expect, it } from 'vitest'
import { CustomModelConfig } from '#shared/config/config.ts'
import type { ModelListing } from '#shared/model/model.ts'
import { configOf, draftOf, draftOfServer, NEW_MODEL } from './model-view.ts'

const listing: ModelListing = {
  ref: 'ollama/qwen3-coder:30b',
  id: 'qwen3-coder:30b',
  provider: 'ollama',
  api: 'openai-completions',
  label: 'Qwen',
  contextWindow: 262_144,
  maxOutput: 8_192,
  reasoning: true,
  pictures: false,
  inputPrice: null,
  outputPrice: 2.5,
  source: 'config',
  baseUrl: 'http://127.0.0.1:11434/v1',
  apiKeyRef: 'env:OLLAMA_KEY',
  key: 'present',
  isDefault: false,
}

it('writes a known model back as it was', () => {
  expect(configOf(draftOf(listing))).toEqual({
    type: 'custom',
    api: 'openai-completions',
    provider: 'ollama',
    id: 'qwen3-coder:30b',
    label: 'Qwen',
    baseUrl: 'http://127.0.0.1:11434/v1',
    apiKeyRef: 'env:OLLAMA_KEY',
    contextWindow: 262_144,
    maxTokens: 8_192,
    reasoning: true,
    pictures: false,
    outputPrice: 2.5,
  })
})

it('writes down how long a model thinks and what it chooses from, and nothing where it chooses itself', () => {
  const set: ModelListing = { ...listing, topP: 0.9, reasoningEffort: 'high' }
  const written = configOf(draftOf(set))
  expect(written).toMatchObject({ topP: 0.9, reasoningEffort: 'high' })
  expect(CustomModelConfig.safeParse(written).success).toBe(true)
  const quick = configOf({ ...draftOf(set), reasoning: false, topP: '' })
  expect(quick).not.toHaveProperty('reasoningEffort')
  expect(quick).not.toHaveProperty('topP')
  const wrong = CustomModelConfig.safeParse(configOf({ ...draftOf(set), topP: '1.5' }))
  expect(wrong.error?.issues.map(({ path }) => path)).toEqual([['topP']])
})

it('writes down how tool rounds without reasoning go back, where the protocol has it', () => {
  const set: ModelListing = { ...listing, providerReplay: 'provider_empty_replay_field' }
  expect(configOf(draftOf(set))).toMatchObject({ providerReplay: 'provider_empty_replay_field' })
  expect(configOf({ ...draftOf(set), reasoning: false })).not.toHaveProperty('providerReplay')
  expect(configOf({ ...draftOf(set), api: 'anthropic-messages' })).not.toHaveProperty('providerReplay')
})

it('makes a model of a found server that main accepts', () => {
  const server = {
    name: 'LM Studio',
    baseUrl: 'http://127.0.0.1:1234/v1',
    port: 1234,
    running: true,
    models: [],
  }
  expect(CustomModelConfig.safeParse(configOf(draftOfServer(server, 'phi-4', []))).data).toMatchObject({
    provider: 'lm-studio',
    id: 'phi-4',
    inputPrice: 0,
  })
})

it('fills the form for a found model with what is known of it', () => {
  const { baseUrl, id } = listing
  const server = { name: 'Ollama', baseUrl: baseUrl ?? '', port: 11434, running: true, models: [id] }
  expect(draftOfServer(server, id, [listing])).toEqual(draftOf(listing))
})

it('says which fields of an empty form do not hold', () => {
  const { error } = CustomModelConfig.safeParse(
    configOf({ ...NEW_MODEL, contextWindow: 'many', inputPrice: '-1' }),
  )
  expect(error?.issues.map((issue) => issue.path[0]).toSorted()).toEqual([
    'baseUrl',
    'contextWindow',
    'id',
    'inputPrice',
    'provider',
  ])
})
