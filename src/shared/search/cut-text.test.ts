import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutQuery, cutText } from './cut-text.ts'
import { findFolded, foldText, foldWithPlaces } from './fold-text.ts'

const chinese = fc
  .array(fc.constantFrom(...'研究生命起源中华人民共和国的搜索历史数据库索引引擎今天天气不错囍龘'), {
    minLength: 1,
    maxLength: 14,
  })
  .map((characters) => characters.join(''))
const latin = fc.constantFrom('kubectl', 'Größe', 'readFile', 'naïve', 'ΣΊΣΥΦΟΣ', 'x1', 'ﬁne')
const text = fc.array(fc.oneof(chinese, latin), { maxLength: 8 }).map((pieces) => pieces.join(' '))

/** Whether a text with these terms is found by a question, as the index decides it. */
function finds(terms: ReadonlySet<string>, query: string): boolean {
  return cutQuery(query).every(({ terms: asked, begins }) =>
    asked.every((term) => terms.has(term) || (begins && [...terms].some((each) => each.startsWith(term)))),
  )
}

describe('cutting', () => {
  it('finds a text by any part of its Chinese, wherever a dictionary would cut', async () => {
    await fc.assert(
      fc.property(chinese, fc.nat(14), fc.integer({ min: 1, max: 14 }), text, (run, from, length, around) => {
        const part = run.slice(from, from + length)
        expect(finds(new Set(cutText(`${around} ${run} ${around}`)), part)).toBe(true)
      }),
    )
  })

  it('finds a text by each of its words, and by their beginning while they are typed', async () => {
    await fc.assert(
      fc.property(text, latin, fc.nat(9), (around, word, cut) => {
        const terms = new Set(cutText(`${around} ${word}, ${around}`))
        expect(finds(terms, word)).toBe(true)
        if (cut >= 2) expect(finds(terms, word.normalize('NFC').slice(0, cut))).toBe(true)
      }),
    )
  })

  it('makes terms of letters and digits only, whatever comes in', async () => {
    await fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (any) => {
        for (const term of cutText(any)) expect(term).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
        for (const { terms } of cutQuery(any)) for (const term of terms) expect(cutText(term)).toContain(term)
      }),
    )
  })

  it('takes the words of a Chinese question apart and keeps unknown names together', async () => {
    const texts = cutQuery('搜索历史').map(({ terms }) => terms)
    expect(texts).toEqual([['搜索'], ['历史']])
    expect(cutQuery('龘囍').map(({ terms }) => terms)).toEqual([['龘囍']])
  })
})

describe('folding', () => {
  it('comes to rest after once, and folds a text as it folds its characters', async () => {
    await fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (any) => {
        const once = foldText(any)
        expect(foldText(once)).toBe(once)
        expect(foldWithPlaces(any).text).toBe(once)
      }),
    )
  })

  it('marks the places in the words as they were written', async () => {
    expect(findFolded('Die GRÖSSE und größe', ['große'], 9)).toEqual([[15, 20]])
    expect(findFolded('ﬁne, fine', ['fine'], 9)).toEqual([
      [0, 3],
      [5, 9],
    ])
  })
})
