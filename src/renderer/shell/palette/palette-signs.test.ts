import { expect, it } from 'vitest'
import { askedOf, ofKind, type PaletteKind } from './palette-signs.ts'

it.each([
  ['tide', { kind: null, words: 'tide' }],
  ['> dark theme', { kind: 'action', words: ' dark theme' }],
  [' /comp', { kind: 'command', words: 'comp' }],
  ['@src/a.ts', { kind: 'file', words: 'src/a.ts' }],
  ['#', { kind: 'run', words: '' }],
  ['a > b', { kind: null, words: 'a > b' }],
  ['', { kind: null, words: '' }],
])('reads the sign of %j', (query, asked) => {
  expect(askedOf(query)).toEqual(asked)
})

it('keeps what is of the kind, and all where none is asked for', () => {
  const command = (kind?: PaletteKind) => ({
    id: `${kind}`,
    group: 'g',
    name: 'n',
    hint: '',
    symbol: null,
    run: () => undefined,
    ...(kind === undefined ? {} : { kind }),
  })
  const all = [command(), command('run'), command('file')]
  expect(ofKind(all, 'run').map(({ id }) => id)).toEqual(['run'])
  expect(ofKind(all, null)).toEqual(all)
})
