import { expect, it } from 'vitest'
import { modeActOf, modeAfter } from './mode-key.ts'

const key = (name: string, more: object = {}) => ({
  key: name,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
})

it('cycles through three modes and never enters full access', () => {
  expect(modeAfter('ask')).toBe('accept_edits')
  expect(modeAfter('accept_edits')).toBe('plan')
  expect(modeAfter('plan')).toBe('ask')
  expect(modeAfter('bypass')).toBe('ask')
})

it.each([
  ['Shift+Tab changes the mode', key('Tab', { shiftKey: true }), false, 'next'],
  ['Shift+Tab moves the focus after Escape', key('Tab', { shiftKey: true }), true, 'hold'],
  ['Shift alone keeps that', key('Shift', { shiftKey: true }), true, 'hold'],
  ['Escape lets go', key('Escape'), false, 'letGo'],
  ['Tab is not for the mode', key('Tab'), false, null],
  ['Ctrl+Shift+Tab is for the window', key('Tab', { shiftKey: true, ctrlKey: true }), false, null],
  ['a letter ends it', key('a'), true, null],
] as const)('%s', (_title, event, letGo, act) => {
  expect(modeActOf(event, letGo)).toBe(act)
})
