import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EMPTY_DOCUMENT, finished, grown } from './document.ts'
import { createLex, type Lex } from './lex.ts'

const lex = createLex()

function counting() {
  const sources: string[] = []
  const counted: Lex = (source, links) => {
    sources.push(source)
    return lex(source, links)
  }
  return { counted, sources }
}

const meaning = (text: string) => grown(EMPTY_DOCUMENT, text, lex).blocks.map(({ token }) => token)

const piece = fc.constantFrom(
  'word',
  ' ',
  '\n',
  '\n\n',
  '- item',
  '1. one',
  '1',
  '*',
  '> quote',
  '# Title',
  '```ts\n',
  '```',
  '~~~',
  '    code',
  '| a | b |',
  '\n|---|---|\n',
  '| 1 | 2 |',
  '<div>',
  '</div>',
  '<!-- note',
  '-->',
  '[a]: https://a.example',
  '[a]',
  '[x][a]',
  '===',
  '---',
  '  ',
  '\t',
  '`c`',
  '**b**',
  '$$\n',
  '$x$',
  '\\[\n',
  '\\]',
  '[a]: <',
  '"title"',
  '- [ ] task',
  '<pre>',
  '</pre>',
  '![i](https://i.example/i.png)',
  '\r\n',
  '中文',
  '&amp;',
  '\\',
  '[^1]',
  '[^1]: Source',
  '[^1]: two words\n',
  '**强调：**',
)

it('means the same at every moment of streaming as when it is read whole', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 22 }), (pieces) => {
      let document = EMPTY_DOCUMENT
      let text = ''
      for (const next of pieces) {
        text += next
        document = grown(document, text, lex)
        expect(document.blocks.map(({ token }) => token)).toEqual(meaning(text))
      }
    }),
    { numRuns: 2_000 },
  )
})

it('ends a tag that is left open with its block', () => {
  const text = 'word<pre>\n\n    code\n|---|---|\nword'
  const grew = grown(grown(EMPTY_DOCUMENT, text.slice(0, -4), lex), text, lex)
  expect(grew.blocks.map(({ token }) => token)).toEqual(meaning(text))
  expect(JSON.stringify(meaning(`a <pre> b\n\nc`))).not.toContain('"escaped":true,"raw":"c"')
})

it('reads only the end of the text again, however long it has become', () => {
  const { counted, sources } = counting()
  let document = EMPTY_DOCUMENT
  let text = ''
  for (let block = 0; block < 50; block += 1) {
    for (const word of ['Some ', 'words ', 'here.\n\n']) {
      text += word
      document = grown(document, text, counted)
    }
  }
  expect(sources).toHaveLength(150)
  expect(Math.max(...sources.map((source) => source.length))).toBeLessThan(60)
})

it('keeps a finished block the same object while the text grows', () => {
  const first = grown(EMPTY_DOCUMENT, 'One.\n\nTwo.\n\nThree.\n\nFour', lex)
  const next = grown(first, 'One.\n\nTwo.\n\nThree.\n\nFour and\n\nfive', lex)
  expect(next.blocks[0]).toBe(first.blocks[0])
})

it('gives a link its target when the definition arrives after its block was finished', () => {
  const { counted, sources } = counting()
  const start = `See [the page].\n\n${'Other words.\n\n'.repeat(5)}`
  const before = grown(EMPTY_DOCUMENT, start, counted)
  sources.length = 0
  const after = grown(before, `${start}[the page]: https://page.example\n`, counted)
  expect(JSON.stringify(after.blocks[0])).toContain('"href":"https://page.example"')
  expect(after.blocks[2]).toBe(before.blocks[2])
  expect(sources.filter((source) => source.startsWith('See'))).toHaveLength(1)
})

const words = fc.constantFrom(
  'tide ',
  '潮汐',
  '**high',
  '**',
  '`low`',
  '[a](https://a.example)',
  '1. ',
  '- ',
  '$x$ ',
)

it('reads an endless paragraph from time to time, and means in the end what it means read whole', () => {
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 12 }), (some) => {
      const { counted, sources } = counting()
      const piece = some.join('')
      const start = 'It is said that '
      const text = start + piece.repeat(Math.ceil(9_000 / piece.length))
      let document = EMPTY_DOCUMENT
      for (let at = 100; at < text.length + 100; at += 100) {
        document = grown(document, text.slice(0, at), counted)
        expect(document.blocks.map(({ token }) => token.raw).join('')).toBe(text.slice(0, at))
      }
      expect(finished(document, lex).blocks.map(({ token }) => token)).toEqual(meaning(text))
      const read = sources.reduce((sum, source) => sum + source.length, 0)
      expect(read).toBeLessThan(text.length * 60)
    }),
    { numRuns: 5 },
  )
})

it('reads a line without end in a time that grows with its length', () => {
  const line = '>'.repeat(400_000)
  const document = grown(grown(EMPTY_DOCUMENT, line, lex), `${line}x`, lex)
  expect(document.blocks.map(({ token }) => token.raw).join('')).toBe(`${line}x`)
})

it('finishes a block of code as soon as it is closed, while more is written', () => {
  const done = (text: string) =>
    grown(EMPTY_DOCUMENT, text, lex).blocks.map(({ token, done }) => [token.type, done])
  expect(done('```ts\nlet a\n```')).toEqual([['code', false]])
  expect(done('```ts\nlet a\n```\n\nAnd')).toEqual([
    ['code', true],
    ['space', false],
    ['paragraph', false],
  ])
  expect(done('```ts\nlet a\n')).toEqual([['code', false]])
})
