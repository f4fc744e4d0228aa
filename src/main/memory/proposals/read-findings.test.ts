import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFindings } from './read-findings.ts'

const fact = { message: 2, key: 'gauge', content: 'It reads in feet.', tags: ['units'] }

describe('what a model found', () => {
  it('is read out of whatever is written around it', () => {
    const answer = `Here is what I found:\n\`\`\`json\n${JSON.stringify([fact])}\n\`\`\`\nThat is all.`
    expect(readFindings(answer, 3)).toEqual([fact])
  })

  it('is passed over where it is no finding or names no message', () => {
    const others = [{ ...fact, message: 9 }, { ...fact, message: 0 }, { ...fact, content: '' }, 'gauge', null]
    expect(readFindings(JSON.stringify([...others, { ...fact, tags: 'units' }]), 3)).toEqual([
      { ...fact, tags: [] },
    ])
  })

  it('is nothing in an empty list, and not an answer without a list', () => {
    expect(readFindings('[]', 3)).toEqual([])
    expect(readFindings('I found nothing.', 3)).toBeNull()
    expect(readFindings('[not json]', 3)).toBeNull()
  })

  it('is never more than a dozen, and never throws', () => {
    expect(readFindings(JSON.stringify(Array.from({ length: 40 }, () => fact)), 3)).toHaveLength(12)
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => (readFindings(text, 3)?.length ?? 0) <= 12),
    )
  })
})
