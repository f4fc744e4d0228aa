import { expect, it } from 'vitest'
import { createHistory } from '../../../../test/support/data/history.ts'
import { isSuggestionDue, isSummaryDue } from './side-query-due.ts'

it('is due after each stretch of growth', () => {
  const history = createHistory()
  history.user('How often?')
  const through = history.answer('Twice a day.')
  const standing = { path: history.path, side: {}, every: 100, failedAt: 0 }
  const summary = { text: 'Tides.', through, tokens: 150, at: 1 }
  const due = (tokens: number, more: Partial<typeof standing> & { side?: object } = {}) =>
    isSummaryDue({ ...standing, ...more, tokens })
  expect([due(99), due(100)]).toEqual([false, true])
  expect([due(249, { side: { summary } }), due(250, { side: { summary } })]).toEqual([false, true])
  // What failed is not tried again at once.
  expect([due(199, { failedAt: 100 }), due(200, { failedAt: 100 })]).toEqual([false, true])
})

it('suggests from the second exchange on, once', () => {
  const history = createHistory()
  history.user('How often?')
  history.answer('Twice a day.')
  expect(isSuggestionDue({ path: history.path, side: {} })).toBe(false)
  history.user('How high?')
  const through = history.answer('Six metres.')
  expect(isSuggestionDue({ path: history.path, side: {} })).toBe(true)
  expect(isSuggestionDue({ path: history.path, side: { suggestion: { text: '', through } } })).toBe(false)
})
