import { expect, it } from 'vitest'
import { estimateTokens } from '../budget/count-tokens.ts'
import { familyPart } from './family-parts.ts'

it.each(['gemini-3.8-flash', 'google/gemini-2.5-pro', 'models/gemini-4-argon'])('has a part for %s', (id) => {
  expect(familyPart({ id })).toContain('default_api.')
})

it.each(['gpt-6', 'claude-opus-5', 'glm-5', 'scripted', 'my-gemini-like'])('has none for %s', (id) => {
  expect(familyPart({ id })).toBe('')
})

it('takes few tokens of each request', () => {
  expect(estimateTokens(familyPart({ id: 'gemini-3.8-flash' }))).toBeLessThan(60)
})
