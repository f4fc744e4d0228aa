import fc from 'fast-check'
import { expect, it } from 'vitest'
import { commandArguments } from '../../src/main/workflows/chat/command-arguments.ts'
import { commandText } from '../../src/renderer/features/workflows/launch/command-text.ts'

const NO_CEILING = { budget: null, budgetUsd: null }

const SCHEMA = {
  type: 'object',
  properties: {
    against: { type: 'string' },
    votes: { type: 'integer' },
    tests: { type: 'boolean' },
    paths: { type: 'array', items: { type: 'string' } },
  },
}

const words = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', 'a b', '"', "'", '\\', 'a="b" c', '中文 路径', 'C:\\x y\\', '12', 'true', 'line\nline'),
)
const args = fc.record(
  { against: words, votes: fc.integer(), tests: fc.boolean(), paths: fc.array(words) },
  { requiredKeys: ['votes'] },
)

it('writes arguments as a command that is read as the same arguments', () => {
  fc.assert(
    fc.property(args, (given) => {
      const text = commandText('review-changes', given, NO_CEILING)
      expect(commandArguments(text.slice('/review-changes'.length), SCHEMA)).toEqual(given)
    }),
  )
})

it('puts the ceiling in front, and writes arguments without names as JSON', () => {
  const both = { budget: 500_000, budgetUsd: 2.5 }
  expect([commandText('a', null, both), commandText('a', ['x'], NO_CEILING)]).toEqual([
    '/a +500000 +$2.5',
    '/a ["x"]',
  ])
})
