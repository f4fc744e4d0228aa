import { expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { NOTHING_SELECTED, withinListed, withRange, withToggled } from './chat-selection.ts'

const id = (name: string) => name as SessionId
const order = ['a', 'b', 'c', 'd', 'e'].map(id)
const idsOf = ({ ids }: { readonly ids: ReadonlySet<SessionId> }) => [...ids].join('')

it('takes single chats in and out', () => {
  const two = withToggled(withToggled(NOTHING_SELECTED, id('a')), id('c'))
  expect(idsOf(two)).toBe('ac')
  expect(idsOf(withToggled(two, id('a')))).toBe('c')
})

it('selects a range in both directions and keeps where it began', () => {
  const at = withToggled(NOTHING_SELECTED, id('c'))
  const down = withRange(at, id('e'), { order, current: null })
  expect(idsOf(down)).toBe('cde')
  expect(idsOf(withRange(down, id('b'), { order, current: null }))).toBe('bc')
})

it('begins the first range at the open chat, or where the click was', () => {
  expect(idsOf(withRange(NOTHING_SELECTED, id('c'), { order, current: id('a') }))).toBe('abc')
  expect(idsOf(withRange(NOTHING_SELECTED, id('c'), { order, current: id('gone') }))).toBe('c')
})

it('drops what is not listed any more, and is the same while nothing is gone', () => {
  const all = withRange(NOTHING_SELECTED, id('e'), { order, current: id('a') })
  expect(idsOf(withinListed(all, new Set(['b', 'z'].map(id))))).toBe('b')
  expect(withinListed(all, new Set(order))).toBe(all)
})
