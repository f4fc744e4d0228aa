import { describe, expect, it } from 'vitest'
import { answerOfKey, type PressedAnswer } from './answer-keys.ts'

const press = (key: string, held: Partial<PressedAnswer> = {}): PressedAnswer => ({
  key,
  keyCode: 0,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  ...held,
})
const CTRL = { ctrlKey: true }

describe('a key that answers a request', () => {
  it.each([
    ['Enter', CTRL, 'once'],
    ['Enter', { ...CTRL, shiftKey: true }, 'session'],
    ['Enter', { ...CTRL, altKey: true }, 'project'],
    ['Backspace', { ...CTRL, shiftKey: true }, 'deny'],
  ] as const)('%s with %j answers %s', (key, held, answer) => {
    expect(answerOfKey(press(key, held), false)).toBe(answer)
  })

  it('holds the command key of the system and no other', () => {
    const keys = [press('Enter', CTRL), press('Enter', { metaKey: true })]
    expect(keys.map((key) => answerOfKey(key, true))).toEqual([null, 'once'])
    expect(keys.map((key) => answerOfKey(key, false))).toEqual(['once', null])
    expect(answerOfKey(press('Enter', { ...CTRL, metaKey: true }), false)).toBe(null)
  })

  it('is none that writes or edits text', () => {
    const keys = ['a', 's', 'p', 'd', ' ', 'y', 'Enter', 'Backspace', 'Tab'].flatMap((key) => [
      press(key),
      press(key, { shiftKey: true }),
      press(key, { altKey: true }),
    ])
    const editing = [press('Backspace', CTRL), press('a', CTRL), press('d', CTRL), press(' ', CTRL)]
    expect([...keys, ...editing].filter((key) => answerOfKey(key, false) !== null)).toEqual([])
  })

  it('is none that is held down or belongs to an input method', () => {
    const keys = [{ repeat: true }, { isComposing: true }, { keyCode: 229 }]
    expect(keys.map((held) => answerOfKey(press('Enter', { ...CTRL, ...held }), false))).toEqual([
      null,
      null,
      null,
    ])
  })
})
