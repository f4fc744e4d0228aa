import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bandsOf, likenessOf, sketchOf } from './likeness.ts'
import { contentWordsOf } from './words.ts'

const words = fc.array(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 40 })
const sketch = (text: string) => sketchOf(contentWordsOf(text))

describe('the likeness of two texts', () => {
  it('is a share of their words, the same from both sides', () => {
    fc.assert(
      fc.property(words, words, (left, right) => {
        const { shared, alike } = likenessOf(sketchOf(left), sketchOf(right))
        expect(likenessOf(sketchOf(right), sketchOf(left))).toEqual({ shared, alike })
        expect(shared).toBe([...new Set(left)].filter((word) => right.includes(word)).length)
        expect(alike).toBeGreaterThanOrEqual(0)
        expect(alike).toBeLessThanOrEqual(1)
        expect(likenessOf(sketchOf(left), sketchOf([...left, ...left].reverse())).alike).toBe(1)
      }),
    )
  })

  it('does not depend on order, endings or words that say nothing', () => {
    const left = sketch('The harbour gauge is read in feet.')
    expect(likenessOf(left, sketch('Feet: read the harbour gauges')).alike).toBe(1)
    expect(likenessOf(left, sketch('The harbour gauge is read in metres.'))).toEqual({
      shared: 3,
      alike: 0.75,
    })
    expect(
      likenessOf(sketch('导出发票时按行四舍五入'), sketch('导出发票时按总额四舍五入')).alike,
    ).toBeGreaterThan(0.7)
    expect(likenessOf(sketchOf([]), sketchOf([])).alike).toBe(0)
  })
})

describe('what texts are filed under', () => {
  const many = Array.from({ length: 400 }, (_, at) =>
    Array.from({ length: 9 }, (_, word) => `word${at * 9 + word}`),
  )
  const meet = (left: readonly string[], right: readonly string[]) => {
    const known = new Set(bandsOf(sketchOf(left)))
    return bandsOf(sketchOf(right)).some((band) => known.has(band))
  }

  it('meets where most words are the same, and not where few are', () => {
    const alike = many.filter((each, at) => meet(each, [...each.slice(2), `other${at}`, `more${at}`]))
    const apart = many.filter((each, at) => meet(each, [...each.slice(8), ...(many[(at + 1) % 400] ?? [])]))
    expect(alike.length).toBeGreaterThan(390)
    expect(apart.length).toBeLessThan(60)
  })

  it('is nothing for a text without words', () => {
    expect(bandsOf(sketchOf([]))).toEqual([])
  })
})
