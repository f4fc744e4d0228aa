import { expect, it } from 'vitest'
import { spendLimitsIn, spendTextsOf } from './spend-draft.ts'

const NONE = { warnPerDay: '', stopPerDay: '', warnPerMonth: '', stopPerMonth: '' }

it('reads amounts with a sign or a comma, and nothing as no limit', () => {
  const { limits } = spendLimitsIn({ ...NONE, warnPerDay: '$8', stopPerDay: '10,50' })
  expect(limits).toEqual({ warnPerDay: 8, stopPerDay: 10.5, warnPerMonth: null, stopPerMonth: null })
  expect(limits === null ? null : spendTextsOf(limits)).toMatchObject({
    warnPerDay: '8.00',
    stopPerMonth: '',
  })
})

it('refuses what is no amount above zero, and a warning after the stop', () => {
  const { limits, problems } = spendLimitsIn({
    ...NONE,
    warnPerDay: '11',
    stopPerDay: '10',
    stopPerMonth: '0',
  })
  expect([limits, problems]).toEqual([null, { warnPerDay: 'late', stopPerMonth: 'wrong' }])
})
