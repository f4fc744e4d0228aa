import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ANY_CHARACTER, linearTest, type PatternStep } from './linear-pattern.ts'

/** A pattern as steps and as a regular expression. */
const pattern: fc.Arbitrary<{ steps: PatternStep[]; source: string }> = fc.letrec<{
  step: { steps: PatternStep[]; source: string }
  all: { steps: PatternStep[]; source: string }
}>((tie) => ({
  step: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('a', 'b', 'ab', '文').map((text) => ({ steps: [{ kind: 'text', text }], source: text })),
    fc.constant({ steps: [{ kind: 'many', allows: ANY_CHARACTER }], source: '[^]*' }),
    fc.constant({ steps: [{ kind: 'many', allows: isA }], source: 'a*' }),
    fc.constant({ steps: [{ kind: 'one', allows: isA }], source: 'a' }),
    fc.array(tie('all'), { minLength: 1, maxLength: 3 }).map((choices) => ({
      steps: [{ kind: 'choice', of: choices.map(({ steps }) => steps) }],
      source: `(?:${choices.map(({ source }) => source).join('|')})`,
    })),
  ) as fc.Arbitrary<{ steps: PatternStep[]; source: string }>,
  all: fc.array(tie('step'), { maxLength: 4 }).map((parts) => ({
    steps: parts.flatMap(({ steps }) => steps),
    source: parts.map(({ source }) => source).join(''),
  })),
})).all

function isA(character: string): boolean {
  return character === 'a'
}

it('matches what the same regular expression matches', () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '文'), maxLength: 6 }), { minLength: 1 })
  fc.assert(
    fc.property(pattern, texts, ({ steps, source }, each) => {
      const test = linearTest(steps)
      const expected = new RegExp(`^${source}$`, 'u')
      expect(each.map(test)).toEqual(each.map((text) => expected.test(text)))
    }),
    { numRuns: 2_000 },
  )
})

it('forgets when it has met too many kinds of texts', () => {
  const test = linearTest([
    { kind: 'many', allows: ANY_CHARACTER },
    { kind: 'text', text: '!' },
  ])
  for (let code = 0; code < 120_000; code += 1) test(String.fromCodePoint(code))
  expect([test('a!'), test('a')]).toEqual([true, false])
})
