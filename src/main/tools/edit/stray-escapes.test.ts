import { expect, it } from 'vitest'
import { withoutStrayEscapes } from './stray-escapes.ts'

const read = (newText: string, path = 'a.py', oldText = 'if ok:\n  go()') =>
  withoutStrayEscapes(path, { oldText, newText })

it('quotes that are escaped outside of every string are read as quotes', () => {
  expect(read('if name.startswith(\\"_\\"):\n  go()')).toBe('if name.startswith("_"):\n  go()')
})

it.each([
  ['in a string', 'say("a \\"b\\"")'],
  ['in single quotes', 'say(\'\\"b\\"\')'],
  ['in a template', 'say(`\\"b\\"`)'],
  ['in a regular expression', 'x.match(/\\"a\\"/)'],
  ['one without another', 'say(\\"a)'],
  ['beside lines with plain quotes', 'a("b")\nb(\\"c\\")'],
])('they stay where they may be meant: %s', (_, text) => {
  expect(read(text)).toBeNull()
})

it('they stay where a shell or prose takes them, or where the file has them', () => {
  expect(read('echo \\"a\\"', 'a.sh')).toBeNull()
  expect(read('say \\"a\\"', 'a.md')).toBeNull()
  expect(read('b(\\"c\\")', 'a.py', 'a(\\"c\\")')).toBeNull()
})
