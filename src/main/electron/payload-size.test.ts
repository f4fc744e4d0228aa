import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitsIn } from './payload-size.ts'

describe('fitsIn', () => {
  it('counts text wherever it stands', () => {
    const text = 'x'.repeat(1_000)
    expect(fitsIn({ a: [{ b: text }] }, 1_100)).toBe(true)
    expect(fitsIn({ a: [{ b: text }] }, 1_000)).toBe(false)
    expect(fitsIn({ [text]: 1 }, 1_000)).toBe(false)
  })

  it('does not let many small values through as nothing', () => {
    expect(fitsIn(new Array(1_000).fill(null), 1_000)).toBe(false)
    expect(fitsIn(new Array(1_000), 1_000)).toBe(false)
  })

  it('counts bytes', () => {
    expect(fitsIn(new Uint8Array(2_000), 1_000)).toBe(false)
    expect(fitsIn(new ArrayBuffer(2_000), 1_000)).toBe(false)
  })

  it('refuses a value that contains itself', () => {
    const value: { self?: unknown } = {}
    value.self = value
    expect(fitsIn(value, 1_000_000)).toBe(false)
  })

  it('refuses maps and sets, which no request has', () => {
    expect(fitsIn(new Map(), 1_000)).toBe(false)
    expect(fitsIn({ a: new Set() }, 1_000)).toBe(false)
  })

  it('never takes a value for smaller than its text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = [...JSON.stringify(value).matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([each]) =>
          JSON.parse(each),
        )
        const length = text.join('').length
        expect(fitsIn(value, length - 1)).toBe(false)
      }),
    )
  })
})
