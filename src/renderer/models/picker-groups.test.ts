import { expect, it } from 'vitest'
import type { ModelListing } from '#shared/model/model.ts'
import { matchingModels, pickerGroups } from './picker-groups.ts'

const model = (ref: string, changes: Partial<ModelListing> = {}): ModelListing => ({
  ref,
  id: ref.slice(ref.indexOf('/') + 1),
  provider: ref.slice(0, ref.indexOf('/')),
  api: 'openai-completions',
  label: ref.slice(ref.indexOf('/') + 1),
  contextWindow: 1_000,
  maxOutput: 100,
  reasoning: false,
  inputPrice: null,
  outputPrice: null,
  source: 'config',
  baseUrl: null,
  apiKeyRef: null,
  key: 'present',
  isDefault: false,
  ...changes,
})

const opus = model('anthropic/claude-opus', { reasoning: true, pictures: true, inputPrice: 5 })
const haiku = model('anthropic/claude-haiku', { source: 'catalogue', inputPrice: 0.1, pictures: true })
const gpt = model('openai/gpt', { reasoning: true, inputPrice: 2 })
const local = model('ollama/llama', { source: 'detected', inputPrice: 0 })
const practice = model('orrery/practice', { source: 'builtin', inputPrice: 0 })
const ALL = [practice, opus, haiku, gpt, local]

it('arranges models by favourites, use and provider, each once', () => {
  const memory = {
    favourites: { [gpt.ref]: 1, [opus.ref]: 0 },
    used: { [haiku.ref]: 10, [local.ref]: 20, [gpt.ref]: 30 },
  }
  expect(pickerGroups(ALL, memory).map(({ title, models }) => [title, models.map(({ id }) => id)])).toEqual([
    ['favourites', ['gpt']],
    ['recent', ['llama', 'claude-haiku']],
    [{ provider: 'anthropic' }, ['claude-opus']],
    ['builtin', ['practice']],
  ])
})

it('keeps what matches every word and every filter', () => {
  const found = (query: string, ...filters: ('pictures' | 'thinks' | 'local' | 'cheap')[]) =>
    matchingModels(ALL, query, new Set(filters)).map(({ id }) => id)
  expect(found('claude ANTHROPIC')).toEqual(['claude-opus', 'claude-haiku'])
  expect(found('', 'pictures', 'cheap')).toEqual(['claude-haiku'])
  expect(found('', 'thinks')).toEqual(['claude-opus', 'gpt'])
  expect(found('', 'local')).toEqual(['llama'])
  expect(found('nothing')).toEqual([])
})
