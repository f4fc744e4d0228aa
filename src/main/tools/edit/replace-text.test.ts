import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replaceText } from './replace-text.ts'

const replace = (original: string, oldText: string, newText: string, all = false) => {
  const replaced = replaceText(original, { oldText, newText, all })
  return replaced.ok ? replaced.text : replaced.problem
}

describe('replacing a passage', () => {
  it.each([
    ['a plain passage', 'one two three', 'two', '2', 'one 2 three'],
    ['nothing left', 'a\nb\nc\n', 'b\n', '', 'a\nc\n'],
    ['CRLF lines', 'a\r\nb\r\nc\r\n', 'a\nb', 'x\ny\nz', 'x\r\ny\r\nz\r\nc\r\n'],
    ['a CRLF passage for an LF file', 'a\nb\n', 'a\r\nb', 'x\r\ny', 'x\ny\n'],
    [
      'the endings of the passage in a mixed file',
      'a\r\nb\r\nc\nd\ne\nf\n',
      'a\nb\n',
      'x\ny\n',
      'x\r\ny\r\nc\nd\ne\nf\n',
    ],
    ['the usual ending where the passage has none', 'a\r\nb\r\n', 'b', 'x\ny', 'a\r\nx\r\ny\r\n'],
    ['a line break alone', 'a\r\nb', 'a\nb', 'ab', 'ab'],
    ['dollar signs as they are', 'x', 'x', '$& $1', '$& $1'],
    ['an old Mac ending as a character', 'a\rb', 'a\rb', 'c', 'c'],
  ])('keeps %s', (_, original, oldText, newText, expected) => {
    expect(replace(original, oldText, newText)).toBe(expected)
  })

  it('replaces every occurrence when asked', () => {
    expect(replace('a b\r\na', 'a', 'c', true)).toBe('c b\r\nc')
  })

  it.each([
    ['nothing to look for', 'a', '', 'b', /old_text is empty/],
    ['no change', 'a', 'a', 'a', /nothing would change/],
    ['several places', 'x\ny\nx\n', 'x', 'z', /occurs 2 times \(lines 1, 3\)/],
    ['many places', 'x\n'.repeat(9), 'x', 'z', /occurs 9 times \(lines 1, 2, 3, 4, 5 and others\)/],
    ['nothing like it', 'abc', 'xyz', 'q', /was not found\. Read the file again/],
    [
      'the nearest line',
      "import x\n\nconst text = await readFile(path, 'utf8')\nreturn text\n",
      "const text = await readFile(path, 'utf-8')\nreturn text",
      'q',
      /Nearest is line 3, which differs in 1 of 2 lines:\n- const .*'utf-8'\).*\(yours\)\n\+ const .*'utf8'\).*line 3\)$/,
    ],
    [
      'what is done already',
      'alpha\nconst limit = 20\nomega\n',
      'const limit = 10',
      'const limit = 20',
      /already in the file, at line 2: nothing to change/,
    ],
    [
      'a change of white space in a text with other white space',
      'if (alpha) {\n\treturn beta\n}\n',
      'if (alpha) {\n  return beta\n}',
      'if (alpha)\n{\n  return beta\n}',
      /differ only in white space.*At line 1 the file has:\nif \(alpha\) \{\n\treturn beta\n\}$/s,
    ],
    [
      'words that fit several places',
      '  first(value, 1)\n  first(value,  1)\n',
      'first( value, 1 )',
      'q',
      /Apart from white space old_text occurs 2 times \(lines 1, 2\)/,
    ],
  ])('explains %s', (_, original, oldText, newText, expected) => {
    expect(replace(original, oldText, newText)).toMatch(expected)
  })

  it('leaves everything outside the passage as it was', () => {
    const text = fc.array(
      fc.constantFrom('a', 'b', 'é', '中', '😀', ' ', '\t', '\n', '\r\n', '\r', '\ufeff'),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(text, text, text, fc.string(), (before, middle, after, fresh) => {
        const [head, body, tail] = [before.join(''), `«${middle.join('')}»`, after.join('')]
        const replaced = replaceText(head + body + tail, { oldText: body, newText: `»${fresh}`, all: false })
        expect(replaced.ok && replaced.text.startsWith(head) && replaced.text.endsWith(tail)).toBe(true)
      }),
    )
  })
})
