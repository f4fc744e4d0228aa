import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Field, VIM_START, type VimState, vimKey } from './vim-keys.ts'

/** A field from a text in which `|` is the cursor. */
function fieldOf(text: string): Field {
  const caret = text.indexOf('|')
  return { text: text.replace('|', ''), caret }
}

const shown = ({ text, caret }: Field) => `${text.slice(0, caret)}|${text.slice(caret)}`

/** Types keys one after the other, from the normal mode. Letters of the insert mode go into the text. */
function typed(text: string, keys: string, start: VimState = { ...VIM_START, mode: 'normal' }) {
  let state = start
  let field = fieldOf(text)
  for (const key of keys.match(/<\w+>|./gsu) ?? []) {
    const name = key.replace(/^<(\w+)>$/, '$1')
    const result = vimKey(state, field, name)
    if (result !== null) {
      state = result.state
      field = result.field
    } else if (state.mode === 'insert') {
      field = {
        text: field.text.slice(0, field.caret) + name + field.text.slice(field.caret),
        caret: field.caret + name.length,
      }
    }
  }
  return { state, field, text: shown(field) }
}

describe('motions', () => {
  it.each([
    ['on|e two', 'h', 'o|ne two'],
    ['|one', 'h', '|one'],
    ['one|\ntwo', 'l', 'on|e\ntwo'],
    ['|one two', '2l', 'on|e two'],
    ['on|e\ntwo', 'j', 'one\ntw|o'],
    ['one\nt|wo', 'k', 'o|ne\ntwo'],
    ['one\nt|wo', '5k', 'o|ne\ntwo'],
    ['long line|\n\nx', '2j', 'long line\n\n|x'],
    ['|one two.three', 'w', 'one |two.three'],
    ['one |two.three', 'w', 'one two|.three'],
    ['|one two three', '2w', 'one two |three'],
    ['|one two', 'e', 'on|e two'],
    ['on|e two', 'e', 'one tw|o'],
    ['one tw|o', 'b', 'one |two'],
    ['one |two', 'b', '|one two'],
    ['  on|e', '0', '|  one'],
    ['  on|e', '^', '  |one'],
    ['|one\ntwo', '$', 'on|e\ntwo'],
    ['a\nb\n  |c', 'gg', '|a\nb\n  c'],
    ['|a\nb\n  c', 'G', 'a\nb\n  |c'],
    ['a\nb\n|c', '2G', 'a\n|b\nc'],
    ['|潮汐 表', 'w', '潮汐 |表'],
    ['|👩‍👩‍👧x', 'l', '👩‍👩‍👧|x'],
  ])('moves in %j by %s', (text, keys, after) => {
    expect(typed(text, keys).text).toBe(after)
  })
})

describe('changes', () => {
  it.each([
    ['on|e', 'x', 'o|n'],
    ['|one', '2x', '|e'],
    ['|one two', 'dw', '|two'],
    ['one |two\nthree', 'dw', 'one| \nthree'],
    ['|one two three', 'd2w', '|three'],
    ['|one two three', '2dw', '|three'],
    ['one |two', 'db', '|two'],
    ['one |two', 'de', 'one| '],
    ['one |two', 'D', 'one| '],
    ['a\n|b\nc', 'dd', 'a\n|c'],
    ['a\nb\n|c', 'dd', 'a\n|b'],
    ['|a\nb\nc', '2dd', '|c'],
    ['|a\nb\nc', 'dj', '|c'],
    ['a\n|b\nc', 'dG', '|a'],
    ['|only', 'dd', '|'],
    ['|one two', 'cwnew<Escape>', 'ne|w two'],
    ['|one two', 'ccnew<Escape>', 'ne|w'],
    ['one |two', 'Cx<Escape>', 'one |x'],
    ['|one', 'sx<Escape>', '|xne'],
    ['o|ne', 'ix<Escape>', 'o|xne'],
    ['o|ne', 'ax<Escape>', 'on|xe'],
    ['  o|ne', 'Ix<Escape>', '  |xone'],
    ['o|ne', 'Ax<Escape>', 'one|x'],
    ['o|ne\ntwo', 'ox<Escape>', 'one\n|x\ntwo'],
    ['one\nt|wo', 'Ox<Escape>', 'one\n|x\ntwo'],
    ['|one two', 'dwP', 'one| two'],
    ['|ab', 'xp', 'b|a'],
    ['|a\nb', 'yyp', 'a\n|a\nb'],
    ['|a\nb', 'ddp', 'b\n|a'],
    ['a\n|b', 'yyP', 'a\n|b\nb'],
    ['|a', 'yl3p', 'aaa|a'],
    ['|one two', 'dwu', '|one two'],
    ['|one', 'ix<Escape>yluu', '|one'],
    ['|a b c', 'dwdwuu', '|a b c'],
  ])('changes %j by %s', (text, keys, after) => {
    expect(typed(text, keys).text).toBe(after)
  })
})

it('leaves keys alone that are not its own', () => {
  const normal: VimState = { ...VIM_START, mode: 'normal' }
  const field = fieldOf('on|e')
  for (const key of ['Enter', 'Tab', 'ArrowUp', 'Escape']) expect(vimKey(normal, field, key)).toBeNull()
  for (const key of ['a', 'Enter', 'd']) expect(vimKey(VIM_START, field, key)).toBeNull()
})

it('takes a command back that was begun', () => {
  expect(typed('|one', '2d<Escape>x').text).toBe('|ne')
  expect(typed('|one', 'dqx').text).toBe('|ne')
})

const LETTERS = [...'hjklwbe0^$gGiaIAoOxdcyDCpPu123 s', 'Escape', 'Backspace', 'q', '/']
const TEXT = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '.', '潮', '👍🏽', 'é'), maxLength: 30 })

it('never lets the cursor out of the text, splits no letter, and writes none in normal mode', () => {
  const keys = fc.array(fc.constantFrom(...LETTERS), { maxLength: 30 })
  fc.assert(
    fc.property(TEXT, fc.nat(40), keys, (text, at, pressed) => {
      let state: VimState = { ...VIM_START, mode: 'normal' }
      let field: Field = { text, caret: [...text].slice(0, at).join('').length }
      for (const key of pressed) {
        const result = vimKey(state, field, key)
        if (state.mode === 'normal' && key.length === 1) expect(result).not.toBeNull()
        if (result === null) continue
        state = result.state
        field = result.field
        expect(field.caret).toBeGreaterThanOrEqual(0)
        expect(field.caret).toBeLessThanOrEqual(field.text.length)
        expect(field.text.isWellFormed()).toBe(true)
      }
    }),
  )
})

it('undoes everything that was done', () => {
  const keys = fc.array(fc.constantFrom('x', 'dd', 'dw', 'yyp', 'P', 'D', 'j', 'w'), { maxLength: 20 })
  fc.assert(
    fc.property(TEXT, keys, (text, pressed) => {
      expect(typed(`|${text}`, [...pressed, ...pressed.map(() => 'u')].join('')).field.text).toBe(text)
    }),
  )
})
