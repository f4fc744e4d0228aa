import { expect, it } from 'vitest'
import { ProjectId } from '#shared/ids.ts'
import { createReviewStore, NO_REVIEW } from './review-store.ts'

const ID = ProjectId.parse('prj_01234567890123456789')
const comment = { id: 'c', path: 'a.ts', hunk: 'hunk a.ts 1', line: 3, quote: 'x', text: 'Why?' }

function openStorage(first: Readonly<Record<string, string>> = {}) {
  const values = new Map(Object.entries(first))
  return {
    values,
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
  }
}

it('keeps a review over a restart of the window', () => {
  const storage = openStorage()
  const reviews = createReviewStore(storage)
  reviews.open(ID)
  reviews.change(ID, { message: 'tide: fix', comments: [comment] })
  reviews.change(ID, { reviewed: { 'a.ts': 'hunks' } })
  const again = createReviewStore(storage)
  again.open(ID)
  expect(again.store.getState()[ID]).toEqual({
    message: 'tide: fix',
    comments: [comment],
    reviewed: { 'a.ts': 'hunks' },
  })
})

it.each([
  ['no JSON', '{'],
  ['another shape', '[]'],
  ['wrong fields', JSON.stringify({ message: 3, comments: 'x', reviewed: { a: 1 } })],
])('starts empty where the storage holds %s', (_what, text) => {
  const reviews = createReviewStore(openStorage({ [`orrery.review.${ID}`]: text }))
  reviews.open(ID)
  expect(reviews.store.getState()[ID]).toEqual(NO_REVIEW)
})

it('works on where the storage is full', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('full')
    },
  }
  const reviews = createReviewStore(full)
  reviews.change(ID, { message: 'kept' })
  expect(reviews.store.getState()[ID]?.message).toBe('kept')
})
