import { expect, it } from 'vitest'
import { NOTHING_YET } from '../store/app-state.ts'
import { NO_SESSION } from '../store/session-state.ts'
import { statusOf } from './session-status.ts'

it('speaks of the default model and an empty context before a chat has begun', () => {
  const model = {
    ref: 'orrery/practice',
    id: 'practice',
    provider: 'orrery',
    api: 'builtin',
    label: 'Practice model',
    contextWindow: 32_000,
    maxOutput: 4_000,
    reasoning: false,
    inputPrice: 0,
    outputPrice: 0,
    source: 'builtin',
    baseUrl: null,
    apiKeyRef: null,
    key: 'not_needed',
    isDefault: true,
  } as const
  const status = statusOf({ ...NOTHING_YET, models: [model] }, NO_SESSION)
  expect(status).toEqual({
    model: 'Practice model',
    effort: null,
    context: { used: 0, whole: 32_000 },
    cost: 'free',
    running: 0,
    waiting: 0,
    branch: null,
    mode: 'ask',
  })
})
