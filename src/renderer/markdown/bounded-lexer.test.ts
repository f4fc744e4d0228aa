import fc from 'fast-check'
import type { Token } from 'marked'
import { describe, expect, it } from 'vitest'
import { MOST_NESTED_BLOCKS, MOST_NESTED_MARKS } from './bounded-lexer.ts'
import { createLex } from './lex.ts'

const lex = createLex()

type Node = Token & { readonly tokens?: readonly Node[]; readonly items?: readonly Node[] }

/** The depth of tokens in tokens, counted without recursion. */
function depthOf(tokens: readonly Node[]): number {
  let depth = 0
  for (let level = tokens; level.length > 0; depth += 1) {
    level = level.flatMap((token) => [...(token.tokens ?? []), ...(token.items ?? [])])
  }
  return depth
}

// A list adds two levels of tokens, a block of text adds one more.
const DEEPEST = 2 * (MOST_NESTED_BLOCKS + 1) + (MOST_NESTED_MARKS + 1) + 2

describe('nesting without end', () => {
  it.each([
    ['quotes', '> '.repeat(5_000)],
    ['quotes without spaces', '>'.repeat(100_000)],
    ['lists', '- '.repeat(2_500)],
    ['numbered lists', '1. '.repeat(2_500)],
    ['lists in quotes', '> - '.repeat(1_500)],
    ['emphasis', '_*'.repeat(3_000)],
    ['bold', '**a '.repeat(3_000)],
    ['struck text', '~~a '.repeat(3_000)],
    ['links', '[a]('.repeat(20_000)],
    ['brackets', '['.repeat(50_000)],
    ['tags', '<div>'.repeat(20_000)],
  ])('ends as plain text: %s', (_what, nested) => {
    const { tokens } = lex(`${nested}deep`, {})
    expect(depthOf(tokens)).toBeLessThanOrEqual(DEEPEST)
    expect(tokens.map(({ raw }) => raw).join('')).toBe(`${nested}deep`)
  })

  it('keeps the meaning of what a person may write', () => {
    const { tokens } = lex(`${'> '.repeat(12)}- one\n\nafter`, {})
    expect(depthOf(tokens)).toBe(12 + 4)
    expect(tokens.at(-1)).toMatchObject({ type: 'paragraph', text: 'after' })
  })
})

const opening = fc.constantFrom(
  ...[
    '> ',
    '>',
    '- ',
    '* ',
    '1. ',
    '  - ',
    '    ',
    '**',
    '_',
    '*',
    '~~',
    '[',
    '![',
    '[a](',
    '`',
    '$',
    '\\(',
    '<b>',
  ],
  ...[
    '|a',
    '|-',
    '# ',
    '```\n',
    '\n',
    '\n\n',
    '> \n',
    '&amp;',
    '\u0301',
    '中文',
    '\\',
    '[^1]',
    '[^1]: ',
    'word ',
  ],
)

it('reads any nesting to its end, keeps every character and stays flat', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(fc.array(opening, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 400 })),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
      (runs) => {
        const text = `${runs.map(([marks, times]) => marks.join('').repeat(times)).join('')}end`
        const { tokens } = lex(text, {})
        expect(depthOf(tokens)).toBeLessThanOrEqual(DEEPEST)
        expect(tokens.map(({ raw }) => raw).join('')).toBe(text)
      },
    ),
    { numRuns: 300 },
  )
}, 60_000)
