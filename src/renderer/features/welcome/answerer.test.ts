import { expect, it } from 'vitest'
import type { ModelListing } from '#shared/model/model.ts'
import { answererOf, localModel, ownKeyModels } from './answerer.ts'

const model = (ref: string, more: Partial<ModelListing>) =>
  ({ ref, source: 'config', key: 'not_needed', baseUrl: null, isDefault: false, ...more }) as ModelListing
const LOCAL = model('ollama/qwen3', { baseUrl: 'http://127.0.0.1:11434/v1' })
const PROXY = model('proxy/gpt', { baseUrl: 'http://localhost:4000/v1', key: 'vault' as never })
const CLOUD = model('openai/gpt', { baseUrl: 'https://api.openai.com/v1', key: 'missing' })
const PRACTICE = model('orrery/practice', { source: 'builtin' })

it.each([
  ['the built-in interpreter', PRACTICE, 'practice'],
  ['a server on this machine', LOCAL, 'local'],
  ['a proxy on this machine that wants a key', PROXY, 'key'],
  ['a provider', CLOUD, 'key'],
])('knows who answers: %s', (_what, chosen, answerer) => {
  expect(answererOf([{ ...chosen, isDefault: true }])).toBe(answerer)
})

it('offers as local only what answers here by itself', () => {
  expect(localModel([PROXY, CLOUD], null)).toBeNull()
  expect(localModel([PROXY, LOCAL], null)).toBe('ollama/qwen3')
  expect(ownKeyModels([PRACTICE, LOCAL, PROXY, CLOUD])).toEqual([PROXY, CLOUD])
})
