import { expect, it } from 'vitest'
import type { EventId } from '#shared/ids.ts'
import type { ChatAnswer, ChatHit } from '#shared/search/search.ts'
import { type Found, foundAt, foundMore, foundStep } from './found-places.ts'

const hit = (name: string, { elsewhere = false, count = 1 } = {}) =>
  ({ eventId: name as EventId, elsewhere, count }) as ChatHit
const answer = (hits: readonly (string | ChatHit)[], behind = 0): ChatAnswer => ({
  hits: hits.map((each) => (typeof each === 'string' ? hit(each) : each)),
  cut: false,
  marks: [],
  behind,
})
const placeOf = (found: Found) => foundAt(found)?.hit.eventId
const figures = (found: Found) => {
  const place = foundAt(found)
  return place === null ? null : [place.hit.eventId, place.nth, place.at, place.count]
}

it('begins at the newest place of the branch that is shown', () => {
  const hits = [hit('old'), hit('shown'), hit('elsewhere', { elsewhere: true })]
  expect(placeOf(foundMore(null, 'tide', answer(hits), null))).toBe('shown')
})

it('counts every match, not messages, and steps through those of a message', () => {
  const hits = [hit('a', { count: 2 }), hit('b', { count: 3 })]
  const newest = foundMore(null, 'tide', answer(hits), null)
  expect(figures(newest)).toEqual(['b', 2, 4, 5])
  const before = foundStep(newest, -1)
  expect(figures(before)).toEqual(['b', 1, 3, 5])
  expect(figures(foundStep(newest, 1))).toEqual(['a', 0, 0, 5])
  expect(figures(foundStep(foundStep(before, -1), -1))).toEqual(['a', 1, 1, 5])
})

it('begins at the first match of a place that was asked for, and stays within one that has fewer', () => {
  const asked = foundMore(null, 'tide', answer([hit('a', { count: 2 }), 'b']), 'a' as EventId)
  expect(figures(asked)).toEqual(['a', 0, 0, 3])
  const fewer = foundMore(foundStep(asked, 1), 'tide', answer(['a', 'b']), null)
  expect(figures(fewer)).toEqual(['a', 0, 0, 2])
})

it('goes to the newest place once the index has caught up, when none was chosen before', () => {
  const early = foundMore(null, 'tide', answer(['old'], 3), null)
  expect(placeOf(foundMore(early, 'tide', answer(['old', 'new']), null))).toBe('new')
})

it('keeps a place that was asked for until it is found', () => {
  const early = foundMore(null, 'tide', answer(['new'], 3), 'old' as EventId)
  expect(placeOf(foundMore(early, 'tide', answer(['old', 'new']), null))).toBe('old')
})

it('stays at a place that was stepped to, and at the first one when the chat grows', () => {
  const stepped = foundStep(foundMore(null, 'tide', answer(['a', 'b'], 3), null), -1)
  expect(placeOf(foundMore(stepped, 'tide', answer(['a', 'b', 'c']), null))).toBe('a')
  const whole = foundMore(null, 'tide', answer(['a', 'b']), null)
  expect(placeOf(foundMore(whole, 'tide', answer(['a', 'b', 'c']), null))).toBe('b')
})

it('forgets the place with another query', () => {
  const whole = foundMore(null, 'tide', answer(['a', 'b']), 'a' as EventId)
  expect(placeOf(foundMore(whole, 'tides', answer(['a', 'b']), null))).toBe('b')
})

it('steps in a circle, and nowhere when nothing was found', () => {
  const whole = foundMore(null, 'tide', answer(['a', 'b']), null)
  expect(placeOf(foundStep(whole, 1))).toBe('a')
  const nothing = foundMore(null, 'tide', answer([]), null)
  expect(foundStep(nothing, 1)).toBe(nothing)
})
