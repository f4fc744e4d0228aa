import { expect, it } from 'vitest'
import { actOfKey } from './composer-keys.ts'

const key = (name: string, more: object = {}) => ({
  key: name,
  keyCode: name === 'Enter' ? 13 : 0,
  isComposing: false,
  shiftKey: false,
  altKey: false,
  ...more,
})
const idle = { running: false, isTended: false }
const running = { running: true, isTended: false }

it.each([
  ['Enter sends', key('Enter'), idle, 'send'],
  ['Alt+Enter sends when nothing runs', key('Enter', { altKey: true }), idle, 'send'],
  ['Enter steers a run', key('Enter'), running, 'steer'],
  ['Alt+Enter queues', key('Enter', { altKey: true }), running, 'queue'],
  ['Enter while a chat is summed up queues', key('Enter'), { ...running, isTended: true }, 'queue'],
  ['Shift+Enter is a new line', key('Enter', { shiftKey: true }), idle, null],
  ['Enter that ends a composition is the input method’s', key('Enter', { isComposing: true }), idle, null],
  ['Enter with key code 229 is the input method’s', key('Enter', { keyCode: 229 }), running, null],
  ['Escape stops a run', key('Escape'), running, 'stop'],
  ['Escape of the input method stops nothing', key('Escape', { isComposing: true }), running, null],
  ['Escape does nothing when nothing runs', key('Escape'), idle, null],
  ['other keys type', key('a'), idle, null],
])('%s', (_says, event, where, act) => {
  expect(actOfKey(event, where)).toBe(act)
})
