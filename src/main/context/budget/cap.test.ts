import fc from 'fast-check'
import { expect, it } from 'vitest'
import { capContent } from './cap.ts'
import { estimateTokens } from './count-tokens.ts'

const length = (text: string) => text.length
const alphabet = 'abcdefghijklmnopqrstuvwxyz'.repeat(4)

it('leaves content that fits as it is', () => {
  expect(capContent('abc', 3, 'head', length)).toBe('abc')
})

it('keeps the beginning, the end or both', () => {
  expect(capContent(alphabet, 60, 'head', length)).toMatch(/^abc.*\n\[\d+ characters left out\]$/s)
  expect(capContent(alphabet, 60, 'tail', length)).toMatch(/^\[\d+ characters left out\]\n.*xyz$/s)
  expect(capContent(alphabet, 60, 'middle', length)).toMatch(/^abc.*\n\[\d+ characters left out\]\n.*xyz$/s)
})

it('leaves nothing when told to drop, and when not even the note fits', () => {
  expect(capContent(alphabet, 60, 'drop', length)).toBeNull()
  expect(capContent(alphabet, 3, 'head', length)).toBeNull()
  expect(capContent(alphabet, -5, 'head', length)).toBeNull()
})

it('never gives more than was allowed and never half a character', () => {
  const strategies = fc.constantFrom('head' as const, 'tail' as const, 'middle' as const)
  const texts = fc.string({ unit: 'grapheme', maxLength: 400 })
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 200 }), strategies, (text, maxTokens, strategy) => {
      const capped = capContent(text, maxTokens, strategy, estimateTokens)
      if (capped === null) return
      expect(estimateTokens(capped)).toBeLessThanOrEqual(maxTokens)
      expect(() => encodeURIComponent(capped)).not.toThrow()
    }),
  )
})
