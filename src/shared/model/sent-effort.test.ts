import { expect, it } from 'vitest'
import type { Effort } from './efforts.ts'
import { sentEffort } from './sent-effort.ts'

const sent = (efforts: readonly Effort[], chosen: Effort | null, own?: Effort) =>
  sentEffort({ reasoning: true, efforts, ...(own === undefined ? {} : { reasoningEffort: own }) }, chosen)

it('sends what was chosen, or else what is set for the model', () => {
  expect(sent(['low', 'high'], 'high', 'low')).toBe('high')
  expect(sent(['low', 'high'], null, 'low')).toBe('low')
  expect(sent(['low', 'high'], null)).toBeNull()
  expect(sentEffort({ reasoning: false }, 'high')).toBeNull()
  expect(sentEffort({ reasoning: true, fixedEffort: 'max' }, 'low')).toBe('max')
})

it('sends the nearest effort that the model knows, never more than was chosen', () => {
  expect(sent(['low', 'high'], 'medium')).toBe('low')
  expect(sent(['low', 'high'], 'max')).toBe('high')
  expect(sent(['low', 'high'], 'off')).toBe('low')
  expect(sent(['high'], 'minimal')).toBe('high')
  expect(sent([], 'high')).toBeNull()
  expect(sentEffort({ reasoning: true }, 'xhigh')).toBe('xhigh')
})
