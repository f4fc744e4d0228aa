import { expect, it } from 'vitest'
import { createHistory } from '../../../../test/support/data/history.ts'
import { createLastingFact } from './lasting-fact.ts'

it('tests each event of a growing branch once', () => {
  const history = createHistory()
  for (let at = 0; at < 50; at += 1) history.user('Go')
  let tests = 0
  const isCompacted = createLastingFact((event) => {
    tests += 1
    return event.kind === 'compact'
  })
  expect(isCompacted(history.path)).toBe(false)
  history.user('More')
  expect(isCompacted(history.path)).toBe(false)
  expect(tests).toBe(51)
})

it('stays true, and can be told in pieces', () => {
  const history = createHistory()
  const first = history.user('Go')
  history.compact('They spoke.', first)
  history.user('More')
  const isCompacted = createLastingFact(({ kind }) => kind === 'compact')
  expect(isCompacted(history.path, 1)).toBe(false)
  expect(isCompacted(history.path, 2)).toBe(true)
  expect(isCompacted(history.path)).toBe(true)
})
