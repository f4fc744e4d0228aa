import { expect, it } from 'vitest'
import { table } from './finding.mjs'
import { missingLibraries } from './runtime.mjs'

it('finds the libraries that ldd could not', () => {
  const listing =
    '\tlibgtk-3.so.0 => not found\n\tlibc.so.6 => /lib/libc.so.6 (0x7f)\n\tlibnss3.so => not found\n'
  expect(missingLibraries(listing)).toEqual(['libgtk-3.so.0', 'libnss3.so'])
})

it('puts the command under the line it repairs', () => {
  const text = table([
    { part: 'Node', state: 'ok', text: '20' },
    { part: 'npm', state: 'bad', text: 'none', fix: 'install npm' },
  ])
  expect(text).toBe('ok    Node  20\nbad   npm   none\n            fix: install npm')
})
