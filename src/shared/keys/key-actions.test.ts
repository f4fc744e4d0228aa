import { expect, it } from 'vitest'
import { actionOfKey, bindKeys, DEFAULT_KEYS, KEY_ACTIONS, keyOf, keyParts } from './key-actions.ts'

const pressed = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
) => ({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held })

it('gives every action a default key, and no key twice', () => {
  expect(bindKeys({}).clashes).toEqual([])
  expect(Object.values(DEFAULT_KEYS)).toEqual(KEY_ACTIONS.map(({ key }) => key))
})

it.each([
  ['mod+shift+p', 'Mod+Shift+P'],
  ['Shift + Mod + j', 'Mod+Shift+J'],
  ['F5', 'F5'],
  ['Alt+ArrowUp', 'Alt+ArrowUp'],
  ['Mod++', 'Mod++'],
  ['Mod+,', 'Mod+,'],
  ['j', null],
  ['Shift+J', null],
  ['Mod+C', null],
  ['Mod+Mod+J', null],
  ['Hyper+J', null],
  ['Mod+Nothing', null],
  ['', null],
])('reads %j as %j', (text, key) => {
  expect(keyOf(text)).toBe(key)
})

it('lets a changed key go before a default one, and names the clash', () => {
  const { bindings, clashes } = bindKeys({ newChat: 'Mod+K', agents: 'Mod+J', memory: 'Mod+J' })
  expect([bindings.newChat, bindings.palette, bindings.agents, bindings.memory]).toEqual([
    'Mod+K',
    null,
    'Mod+J',
    null,
  ])
  expect(clashes).toEqual([
    { key: 'Mod+J', has: 'agents', lost: 'memory' },
    { key: 'Mod+K', has: 'newChat', lost: 'palette' },
  ])
})

it.each([
  [pressed('k', { ctrlKey: true }), 'palette'],
  [pressed('K', { metaKey: true }), 'palette'],
  [pressed('P', { ctrlKey: true, shiftKey: true }), 'actions'],
  [pressed('n', { ctrlKey: true }), 'newChat'],
  [pressed('b', { ctrlKey: true }), 'sidebar'],
  [pressed(',', { ctrlKey: true }), 'settings'],
  [pressed('/', { ctrlKey: true, shiftKey: true }), 'sheet'],
  [pressed('1', { ctrlKey: true }), 'chat'],
  [pressed('ArrowDown', { shiftKey: true }), 'background'],
  [pressed('ArrowDown'), null],
  [pressed('k'), null],
  [{ ...pressed('`', { ctrlKey: true }), code: 'Backquote' }, 'terminals'],
  [{ ...pressed('~', { ctrlKey: true, shiftKey: true }), code: 'Backquote' }, 'newTerminal'],
  [{ ...pressed('`', { metaKey: true }), code: 'Backquote' }, null],
  [pressed('k', { ctrlKey: true, altKey: true }), null],
  [pressed('6', { ctrlKey: true }), 'settings'],
  [pressed('7', { ctrlKey: true }), null],
])('finds the action of %o', (keys, action) => {
  expect(actionOfKey(DEFAULT_KEYS, keys, false)).toBe(action)
})

it('leaves Ctrl with N and B to the text fields of macOS', () => {
  expect(actionOfKey(DEFAULT_KEYS, pressed('n', { ctrlKey: true }), true)).toBeNull()
  expect(actionOfKey(DEFAULT_KEYS, pressed('b', { metaKey: true }), true)).toBe('sidebar')
})

it('finds a changed key', () => {
  const { bindings } = bindKeys({ newChat: 'Alt+ArrowUp' })
  expect(actionOfKey(bindings, pressed('ArrowUp', { altKey: true }), false)).toBe('newChat')
  expect(actionOfKey(bindings, pressed('n', { ctrlKey: true }), false)).toBeNull()
})

it('draws the parts of a key', () => {
  expect(keyParts('Shift+ArrowDown')).toEqual(['Shift', '↓'])
  expect(keyParts('Mod++')).toEqual(['Mod', '+'])
})
