import { expect, it } from 'vitest'
import { amountsOf, limitsOf } from './chat-limits-draft.ts'

const none = { warnCost: '', stopCost: '', warnTokens: '', stopTokens: '' }

it('reads amounts as people write them, and nothing as no line', () => {
  const amounts = { warnCost: '1.5', stopCost: '$ 2', warnTokens: '500k', stopTokens: '1,000,000' }
  const { limits } = limitsOf(amounts)
  expect(limits).toEqual({ warnCost: 1.5, stopCost: 2, warnTokens: 500_000, stopTokens: 1_000_000 })
  expect(amountsOf(limits ?? undefined)).toEqual({
    ...{ warnCost: '1.5', stopCost: '2', warnTokens: '500000', stopTokens: '1000000' },
  })
  expect(limitsOf(none).limits).toEqual({
    warnCost: null,
    stopCost: null,
    warnTokens: null,
    stopTokens: null,
  })
  expect(amountsOf(undefined)).toEqual(none)
})

it.each(['zero', '0', '-1', '1.2.3', '5 apples'])('takes %j for no amount', (stopCost) => {
  expect(limitsOf({ ...none, stopCost })).toEqual({ limits: null, wrong: new Set(['stopCost']) })
})
