import { describe, expect, it } from 'vitest'
import { callKey, isToldOf, isTooOften, type Made, timesRepeated } from './repetition.ts'

/** Calls as letters, each with the answer of the same letter; a digit behind it is another answer. */
const made = (text: string): Made[] =>
  text.split(' ').map((each) => ({ call: each[0] ?? '', answer: each, changes: false }))

describe('the same calls with the same answers', () => {
  it.each([
    ['a', 1],
    ['a a', 2],
    ['b a a a', 3],
    ['a b a b', 2],
    ['a b a b a b', 3],
    ['a b c a b c a b c', 3],
    ['a b c d a b c d a b c d', 1],
    ['a1 a2 a3', 1],
    ['a a b a a', 2],
    ['a a a a', 4],
  ])('are counted: %s', (text, times) => {
    expect(timesRepeated(made(text))).toBe(times)
    expect(isToldOf(made(text))).toBe(times === 3)
  })

  it.each([
    ['a a a a', 'a', true],
    ['a a a', 'a', false],
    ['a a a a', 'b', false],
    ['a b a b a b a b', 'a', true],
    ['a b c a b c a b c a b c', 'a', true],
    ['a1 a2 a3 a4 a5', 'a', false],
  ])('are carried out four times at most: %s, then %s', (text, call, isTooMuch) => {
    expect(isTooOften(made(text), call)).toBe(isTooMuch)
  })

  it('are the same in whatever order their arguments stand', () => {
    const one = callKey({ name: 'read', args: { path: 'a', page: { from: 1, to: 2 } } })
    expect(callKey({ name: 'read', args: { page: { to: 2, from: 1 }, path: 'a' } })).toBe(one)
    expect(callKey({ name: 'read', args: { path: 'b' } })).not.toBe(one)
  })
})
