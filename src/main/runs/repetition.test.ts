import { describe, expect, it } from 'vitest'
import type { Message } from '#shared/session/message.ts'
import { callKey, isToldOf, isTooOften, type Made, madeOf, timesRepeated } from './repetition.ts'

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

  it.each([
    ['a new file', { created: true, added: 0 }, true],
    ['another content', { created: false, added: 1 }, true],
    ['the content it had', { created: false, added: 0 }, false],
  ])('go on counting over a write of %s: %j', (_, { created, added }, changes) => {
    const call = {
      t: 'tool_call' as const,
      callId: 'c' as never,
      name: 'write',
      args: { path: 'a', content: 'x' },
    }
    const diff = { path: 'a', added, removed: 0, hunks: [], cut: false }
    const details = { kind: 'write' as const, path: 'a', created, diff }
    const tool = { callId: call.callId, name: 'write', isError: false, durationMs: 1, details }
    const answer: Message = { role: 'tool', parts: [{ t: 'text', text: 'Done.' }], tool }
    expect(madeOf(call, answer, () => true).changes).toBe(changes)
  })

  it('are the same in whatever order their arguments stand', () => {
    const one = callKey({ name: 'read', args: { path: 'a', page: { from: 1, to: 2 } } })
    expect(callKey({ name: 'read', args: { page: { to: 2, from: 1 }, path: 'a' } })).toBe(one)
    expect(callKey({ name: 'read', args: { path: 'b' } })).not.toBe(one)
  })
})
