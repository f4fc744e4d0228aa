import { expect, it } from 'vitest'
import { actionOf } from './shortcuts.ts'

const keys = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

it.each([
  [keys('k', { ctrlKey: true }), { does: 'palette' }],
  [keys('K', { metaKey: true }), { does: 'palette' }],
  [keys('o', { ctrlKey: true }), { does: 'add' }],
  [keys('1', { ctrlKey: true }), { does: 'surface', surface: 'chat' }],
  [keys('6', { ctrlKey: true }), { does: 'surface', surface: 'settings' }],
  [keys('7', { ctrlKey: true }), null],
  [keys('F', { ctrlKey: true, shiftKey: true }), { does: 'find' }],
  [keys('o', { ctrlKey: true, shiftKey: true }), null],
  [keys('F6'), { does: 'panes' }],
  [keys('ArrowDown', { shiftKey: true }), { does: 'background' }],
  [keys('ArrowDown'), null],
  [keys('k'), null],
  [keys('k', { ctrlKey: true, altKey: true }), null],
])('%o means %o', (event, action) => {
  expect(actionOf(event)).toEqual(action)
})
