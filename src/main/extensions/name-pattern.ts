import { ANY_CHARACTER, linearTest, type PatternStep } from '#shared/linear-pattern.ts'

/** Creates the test whether a name fits a pattern, in which `*` matches any characters. */
export function namePattern(pattern: string): (name: string) => boolean {
  const texts = pattern.split('*').map((text): PatternStep => ({ kind: 'text', text }))
  return linearTest(texts.flatMap((text, at) => (at === 0 ? [text] : [ANYTHING, text])))
}

const ANYTHING: PatternStep = { kind: 'many', allows: ANY_CHARACTER }
