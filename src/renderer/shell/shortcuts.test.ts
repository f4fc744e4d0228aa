import { expect, it } from 'vitest'
import { actionOf } from './shortcuts.ts'

const keys = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> & { code?: string } = {},
) => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

it.each([
  [keys('k', { ctrlKey: true }), { does: 'palette', query: '' }],
  [keys('K', { metaKey: true }), { does: 'palette', query: '' }],
  [keys('P', { ctrlKey: true, shiftKey: true }), { does: 'palette', query: '>' }],
  [keys('n', { ctrlKey: true }), { does: 'newChat' }],
  [keys('N', { ctrlKey: true, shiftKey: true }), null],
  [keys(',', { ctrlKey: true }), { does: 'surface', surface: 'settings' }],
  [keys('/', { ctrlKey: true }), { does: 'keys' }],
  [keys('/', { ctrlKey: true, shiftKey: true }), { does: 'keys' }],
  [keys('F1'), { does: 'keys' }],
  [keys('F1', { shiftKey: true }), null],
  [keys('/'), null],
  [keys('o', { ctrlKey: true }), { does: 'add' }],
  [keys('1', { ctrlKey: true }), { does: 'surface', surface: 'chat' }],
  [keys('6', { ctrlKey: true }), { does: 'surface', surface: 'settings' }],
  [keys('7', { ctrlKey: true }), null],
  [keys('F', { ctrlKey: true, shiftKey: true }), { does: 'find' }],
  [keys('o', { ctrlKey: true, shiftKey: true }), null],
  [keys('`', { ctrlKey: true, code: 'Backquote' }), { does: 'terminals' }],
  [keys('~', { ctrlKey: true, shiftKey: true, code: 'Backquote' }), { does: 'newTerminal' }],
  [keys('F6'), { does: 'panes' }],
  [keys('ArrowDown', { shiftKey: true }), { does: 'background' }],
  [keys('ArrowDown'), null],
  [keys('k'), null],
  [keys('k', { ctrlKey: true, altKey: true }), null],
])('%o means %o', (event, action) => {
  expect(actionOf(event, false)).toEqual(action)
})

it('leaves Ctrl N to the text fields of macOS', () => {
  expect(actionOf(keys('n', { ctrlKey: true }), true)).toBeNull()
  expect(actionOf(keys('n', { metaKey: true }), true)).toEqual({ does: 'newChat' })
})
