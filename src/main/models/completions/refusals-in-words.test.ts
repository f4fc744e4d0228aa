import { expect, it } from 'vitest'
import { sampleRequest } from '../../../../test/support/protocols/model-samples.ts'
import { dialectAfter } from './dialect-refusals.ts'
import { type Dialect, dialectFor } from './wire-request.ts'

const DIALECT: Dialect = { ...dialectFor('http://localhost:1234/v1'), limit: 'max_tokens' }
const TOOL = { name: 'read', description: '', schema: { type: 'object' } }

const learned = (words: string, dialect: Dialect = DIALECT): Partial<Dialect> | null => {
  const after = dialectAfter({ status: 400, words }, dialect, sampleRequest({ tools: [TOOL] }))
  if (after === null) return null
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => dialect[key as keyof Dialect] !== value),
  )
}

it.each([
  [
    '`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model',
    8192,
  ],
  ['max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for this model', 64_000],
  ['max_tokens must be between 1 and 8192', 8192],
  ['Range of max_tokens should be [1, 8192]', 8192],
  ['max_tokens must be in [1,512]', 512],
  ['max_tokens must be ≤ 4096', 4096],
  ['max_tokens (32000) is greater than the maximum allowed (8,192)', 8192],
  ["This model's maximum output tokens is 16,384, max_tokens was 32000", 16_384],
  ['max output tokens 32000 exceeds the limit of 8192', 8192],
  ['The max_tokens value of 32000 exceeds the model limit of 8192.', 8192],
])('the most tokens of an answer are read from: %s', (words, most) => {
  expect(learned(words)).toEqual({ mostTokens: most })
})

it.each([
  '`tool calling` is not supported with this model',
  'Function calling is not enabled for models/gemma-3-27b-it',
  'This model does not support function calling',
])('tools are left out after: %s', (words) => {
  expect(learned(words)).toEqual({ tools: false })
})

it('the role of the system text is another one after a refusal', () => {
  expect(learned('Only user and assistant roles are supported!')).toEqual({ systemRole: 'user' })
  const developer: Dialect = { ...DIALECT, systemRole: 'developer' }
  const words = 'Developer instruction is not enabled for models/gemma-3-1b-it'
  expect(learned(words, developer)).toEqual({ systemRole: 'user' })
})

it('a window that is too small says nothing about the answer', () => {
  const words =
    'input length and `max_tokens` exceed context limit: 198000 + 32000 > 200000, decrease input length or `max_tokens` and try again'
  expect(learned(words)).toBeNull()
})
