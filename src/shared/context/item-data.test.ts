import { expect, it } from 'vitest'
import { itemData } from './item-data.ts'

it('returns the data of an item by its kind, with the sentences beside it', () => {
  const item = { kind: 'skill-delta', data: { came: ['tides'], gone: [], said: [] } }
  expect(itemData('skill-delta', item)).toEqual({ came: ['tides'], gone: [], said: [] })
})

it('returns null for another kind and for data that does not fit', () => {
  expect(itemData('date-change', { kind: 'skill-delta', data: { at: 1 } })).toBe(null)
  expect(itemData('date-change', { kind: 'date-change', data: { at: 'noon' } })).toBe(null)
  expect(itemData('date-change', { kind: 'date-change' })).toBe(null)
})
