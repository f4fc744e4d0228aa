import { expect, it } from 'vitest'
import { limitsOf, textsOf } from './limits-draft.ts'

const none = textsOf(null)

it('reads amounts as people write them, and nothing as no line', () => {
  const texts = { ...none, warnCost: '1.5', stopCost: '$ 2', warnTokens: '500k', stopTokens: '1,000,000' }
  const { limits } = limitsOf(texts)
  const amounts = { warnCost: 1.5, stopCost: 2, warnTokens: 500_000, stopTokens: 1_000_000 }
  expect(limits).toEqual({ ...amounts, warnMinutes: null, stopMinutes: null })
  expect(textsOf(limits)).toEqual({
    warnCost: '1.5',
    stopCost: '2',
    warnTokens: '500000',
    stopTokens: '1000000',
    warnMinutes: '',
    stopMinutes: '',
  })
  expect(Object.values(limitsOf(none).limits ?? {})).toEqual(Array(6).fill(null))
})

it('knows no minutes of lines that were drawn before there were any', () => {
  const before = { warnCost: null, stopCost: 3, warnTokens: null, stopTokens: null }
  expect(textsOf(before)).toEqual({ ...none, stopCost: '3' })
})

it.each(['zero', '0', '-1', '1.2.3', '5 apples'])('takes %j for no amount', (stopCost) => {
  expect(limitsOf({ ...none, stopCost })).toEqual({
    limits: null,
    wrong: new Set(['stopCost']),
    late: new Set(),
  })
})

it('refuses a line that would tell only after the pause, and takes one at the same place', () => {
  const read = (warnTokens: string, stopTokens: string) => limitsOf({ ...none, warnTokens, stopTokens })
  expect(read('50', '30')).toEqual({ limits: null, wrong: new Set(), late: new Set(['warnTokens']) })
  expect(read('30', '30').limits).toMatchObject({ warnTokens: 30, stopTokens: 30 })
  expect(read('50', '').limits).toMatchObject({ warnTokens: 50, stopTokens: null })
})
