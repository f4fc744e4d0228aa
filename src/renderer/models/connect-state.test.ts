import { expect, it } from 'vitest'
import { configOfChoice, effortsOf, factsOf, picksOf } from './connect-state.ts'
import { PROVIDERS, typedValue } from './providers.ts'

const pickOf = (id: string) => ({ id, known: null })
const OTHER = PROVIDERS.find(({ id }) => id === 'other')
const PLACE = { baseUrl: 'https://models.tide.example/v1', api: 'openai-completions' } as const

it('knows what a model of another server can do by its family', () => {
  expect(factsOf(pickOf('zai-org/GLM-5'))).toEqual({ window: 200_000, output: 65_536, thinks: true })
  expect(effortsOf(pickOf('zai-org/GLM-5'))).toEqual(['low', 'medium', 'high'])
  expect(factsOf(pickOf('llama-3.3-70b'))).toEqual({ window: 131_072, output: 8_192, thinks: false })
  expect(effortsOf(pickOf('llama-3.3-70b'))).toEqual([])
  expect(factsOf(pickOf('house-model'))).toEqual({ window: 128_000, output: 8_192, thinks: false })
})

it('writes the effort down that was picked, and none for a model that does not think', () => {
  if (OTHER === undefined) throw new Error('There is no other provider.')
  const choice = { provider: OTHER, place: PLACE, secret: 'models.tide.example', effort: 'high' } as const
  expect(configOfChoice({ ...choice, pick: pickOf('glm-5') })).toMatchObject({
    type: 'custom',
    provider: 'models.tide.example',
    reasoning: true,
    reasoningEffort: 'high',
    apiKeyRef: 'vault:models.tide.example',
  })
  const plain = configOfChoice({ ...choice, pick: pickOf('house-model') })
  expect(plain).toMatchObject({ reasoning: false })
  expect(plain).not.toHaveProperty('reasoningEffort')
})

it('offers what a server lists although the catalogue knows none of it', () => {
  expect(picksOf(null, ['b', 'a']).map(({ id }) => id)).toEqual(['b', 'a'])
})

it.each([
  ['https://http://127.0.0.1:1234/v1', 'http://127.0.0.1:1234/v1'],
  ['https://https://models.tide.example/v1 ', 'https://models.tide.example/v1'],
  ['https://models.tide.example/v1', 'https://models.tide.example/v1'],
  ['https://', 'https://'],
  ['https://http', 'https://http'],
])('takes the address %s as %s', (typed, taken) => expect(typedValue(typed)).toBe(taken))
