import { expect, it } from 'vitest'
import type { EventId } from '#shared/ids.ts'
import type { ChatAnswer, ChatHit } from '#shared/search/search.ts'
import { type Found, foundAt, foundMore, foundStep } from './found-places.ts'

const hit = (name: string, elsewhere = false) => ({ eventId: name as EventId, elsewhere }) as ChatHit
const answer = (names: readonly string[], behind = 0): ChatAnswer => ({
  hits: names.map((name) => hit(name)),
  cut: false,
  marks: [],
  behind,
})
const placeOf = (found: Found) => found.answer.hits[foundAt(found)]?.eventId

it('begins at the newest place of the branch that is shown', () => {
  const hits = [hit('old'), hit('shown'), hit('elsewhere', true)]
  const found = foundMore(null, 'tide', { hits, cut: false, marks: [], behind: 0 }, null)
  expect(placeOf(found)).toBe('shown')
})

it('goes to the newest place once the index has caught up, when nobody chose one before', () => {
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
