import { expect, it } from 'vitest'
import { plainAnsi, readAnsiLine } from './ansi-line.ts'

const looks = (text: string) =>
  readAnsiLine(text).map((part) => [
    part.text,
    ...[part.colour].filter((colour) => colour !== null),
    ...(['bold', 'dim', 'italic', 'underline'] as const).filter((look) => part[look]),
  ])

it.each<[string, string, readonly (readonly string[])[]]>([
  ['plain text', 'main ✓', [['main ✓']]],
  ['a colour and its end', '\u001b[32mok\u001b[0m now', [['ok', 'green'], [' now']]],
  [
    'a bright colour with weight',
    '\u001b[1;91mhot\u001b[22m!',
    [
      ['hot', 'red', 'bold'],
      ['!', 'red'],
    ],
  ],
  ['one of 256 colours', '\u001b[38;5;208morange\u001b[39m', [['orange', 'yellow']]],
  ['a colour of three parts', '\u001b[38;2;10;20;250mblue', [['blue', 'blue']]],
  ['grey', '\u001b[38;5;240mdim\u001b[38;2;250;250;250mlight', [['dim', 'grey'], ['light']]],
  ['a background, which is left out', '\u001b[48;5;1mred\u001b[41m!', [['red'], ['!']]],
  ['blinking text, which is bold', '\u001b[5mnow', [['now', 'bold']]],
  ['an empty reset', '\u001b[4mline\u001b[mout', [['line', 'underline'], ['out']]],
])('reads %s', (_name, text, parts) => {
  expect(looks(text)).toEqual(parts)
})

it.each([
  ['a link', '\u001b]8;;https://example.com\u0007text\u001b]8;;\u0007', 'text'],
  ['a title', '\u001b]0;owned\u001b\\text', 'text'],
  ['a cursor move', 'a\u001b[2J\u001b[1;1Hb', 'ab'],
  ['an unfinished escape', 'text\u001b[', 'text'],
  ['a turned direction', 'a\u202eb\u0000c', 'a b c'],
])('leaves out %s', (_name, text, plain) => {
  expect(plainAnsi(text)).toBe(plain)
})

it('reads the beginning of an endless line', () => {
  expect(plainAnsi('x'.repeat(100_000))).toHaveLength(2_000)
})
