import { expect, it } from 'vitest'
import { createHistory } from '../../../test/support/data/history.ts'
import { snippedIn } from './snipped.ts'

it('is everything from a message of the person up to the next one, whatever was told in between', () => {
  const history = createHistory()
  history.user('kept')
  const first = history.user('out')
  const answer = history.answer('an answer')
  const item = history.item({ kind: 'memory-recall', content: 'a memory' })
  history.user('newest')
  expect(snippedIn(history.path)).toEqual({ firsts: new Set(), events: new Set() })
  history.append('exchange.snipped', { first })
  expect(snippedIn(history.path)).toEqual({
    firsts: new Set([first]),
    events: new Set([first, answer, item]),
  })
})

it('holds the newest word on each, and none on what is not there', () => {
  const history = createHistory()
  const one = history.user('one')
  const two = history.user('two')
  for (const first of [one, two]) history.append('exchange.snipped', { first })
  history.append('exchange.restored', { first: one })
  expect([...snippedIn(history.path).firsts]).toEqual([two])
  history.append('exchange.snipped', { first: one })
  history.append('exchange.restored', { first: two })
  expect([...snippedIn(history.path).firsts]).toEqual([one])
  expect([...snippedIn(history.path.slice(1)).firsts]).toEqual([])
})

it('goes with the branch on which it was said', () => {
  const history = createHistory()
  const first = history.user('one')
  history.user('two')
  history.append('exchange.snipped', { first })
  expect(snippedIn(history.path.slice(0, 2)).firsts.size).toBe(0)
})
