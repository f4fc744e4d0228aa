import { expect, it } from 'vitest'
import { recallAfter } from './recalled-message.ts'

const SENT = ['newest', 'older', 'oldest']

it('walks through the sent messages and back to an empty box', () => {
  const first = recallAfter(SENT, { text: '', recalled: null }, 'ArrowUp')
  expect(first).toEqual({ at: 0, text: 'newest' })
  const second = recallAfter(SENT, { text: 'newest', recalled: first ?? null }, 'ArrowUp')
  expect(second).toEqual({ at: 1, text: 'older' })
  expect(recallAfter(SENT, { text: 'older', recalled: second ?? null }, 'ArrowDown')).toEqual(first)
  expect(recallAfter(SENT, { text: 'newest', recalled: first ?? null }, 'ArrowDown')).toBeNull()
})

it.each([
  ['an edited text', { text: 'newest!', recalled: { at: 0, text: 'newest' } }, 'ArrowUp'],
  ['a text of the person', { text: 'mine', recalled: null }, 'ArrowUp'],
  ['the oldest message', { text: 'oldest', recalled: { at: 2, text: 'oldest' } }, 'ArrowUp'],
  ['down in an empty box', { text: '', recalled: null }, 'ArrowDown'],
] as const)('leaves the key to the box for %s', (_what, now, key) => {
  expect(recallAfter(SENT, now, key)).toBeUndefined()
})
