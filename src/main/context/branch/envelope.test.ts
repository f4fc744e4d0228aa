import fc from 'fast-check'
import { expect, it } from 'vitest'
import { escapeClosing, wrapInTag } from './envelope.ts'

it('puts content on lines of its own between the tags', () => {
  expect(wrapInTag('note', 'Hello', { name: 'a.txt' })).toBe('<note name="a.txt">\nHello\n</note>')
})

it.each(['</note>', '</NOTE>', '< / note >', '</note foo>'])(
  'does not let content close its tag with %s',
  (closing) => {
    const inner = wrapInTag('note', `before ${closing} after`).slice('<note>\n'.length, -'\n</note>'.length)
    expect(inner).not.toMatch(/<\s*\/\s*note/i)
    expect(inner).toContain('after')
  },
)

it('escapes quotes and brackets in attributes, folds line breaks and leaves out names that are no names', () => {
  expect(wrapInTag('note', 'x', { 'a b': '1', path: 'a"><script>\n&' })).toBe(
    '<note path="a&quot;&gt;&lt;script&gt; &amp;">\nx\n</note>',
  )
})

it('leaves no closing tag in any content', () => {
  const pieces = fc.array(fc.constantFrom('<', '/', ' ', 'note', 'NoTe', '>', 'x', '\n'))
  fc.assert(
    fc.property(pieces, (words) => {
      expect(escapeClosing('note', words.join(''))).not.toMatch(/<\s*\/\s*note/i)
    }),
  )
})
