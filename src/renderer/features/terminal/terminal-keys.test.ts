import { expect, it } from 'vitest'
import { clipboardRequest } from './clipboard-request.ts'
import { terminalKey } from './terminal-keys.ts'

const press = (keys: string) => {
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  return {
    key,
    code: key === '`' ? 'Backquote' : '',
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Cmd'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
  }
}

it.each([
  ['F6', 'leave'],
  ['Ctrl+`', 'leave'],
  ['Ctrl+Shift+`', 'leave'],
  ['Ctrl+PageDown', 'next'],
  ['Ctrl+PageUp', 'previous'],
  ['Ctrl+f', 'find'],
  ['Ctrl+Shift+A', 'attach'],
  ['Ctrl+Shift+C', 'copy'],
  ['Ctrl+Shift+V', 'paste'],
  ['Ctrl+c', null],
  ['Ctrl+k', null],
  ['Ctrl+v', null],
  ['Alt+f', null],
  ['a', null],
])('takes %s as %s, and leaves other keys to the shell', (keys, meaning) => {
  expect(terminalKey(press(keys), false, true)).toBe(meaning)
})

it('copies and pastes with the command key of macOS, and copies only a selection', () => {
  expect(terminalKey(press('Cmd+c'), true, true)).toBe('copy')
  expect(terminalKey(press('Cmd+v'), true, false)).toBe('paste')
  expect(terminalKey(press('Ctrl+f'), true, false)).toBeNull()
  expect(terminalKey(press('Ctrl+Shift+C'), false, false)).toBeNull()
})

it('reads the text that a program wants on the clipboard', () => {
  expect(clipboardRequest(`c;${Buffer.from('潮汐').toString('base64')}`)).toBe('潮汐')
  expect(clipboardRequest(`;${btoa('x')}`)).toBe('x')
})

it.each(['c;?', 'c;', 'c', 'c;***', `c;${btoa('\xff\xfe')}`, `c;${'A'.repeat(3_000_000)}`])(
  'never answers a query, and ignores what is no text: %#',
  (data) => {
    expect(clipboardRequest(data)).toBeNull()
  },
)
