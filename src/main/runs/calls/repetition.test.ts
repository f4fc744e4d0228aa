import { describe, expect, it } from 'vitest'
import type { Message } from '#shared/session/message.ts'
import { callKey, callsToTell, isTooOften, madeOf, NOT_AGAIN, type Round, timesMade } from './repetition.ts'

/**
 * Answers of a model with spaces between them, each letter a call with an answer of the same name. A digit behind it is
 * another answer, a capital a command, `-` the call that was not carried out again.
 */
const rounds = (text: string): Round[] =>
  text.split(' ').map((round) =>
    (round.match(/[a-zA-Z][\d-]?/g) ?? []).map((each) => ({
      call: each[0] ?? '',
      answer: each.endsWith('-') ? NOT_AGAIN : each,
      effect: /^[A-Z]/.test(each) ? ('unknown' as const) : ('none' as const),
    })),
  )

const refused = (text: string, next: string): string[] => {
  const times = timesMade(rounds(text))
  return [...next].filter((call) => isTooOften(times, call))
}

describe('the same calls with the same answers', () => {
  it.each([
    ['a', []],
    ['a a', []],
    ['b a a a', ['a']],
    ['a a a a', []],
    ['a b a b a', ['a']],
    ['a b c a b c a b c', ['c']],
    ['a1 a2 a3', []],
    ['abcdef abcdef abcdef', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['ab ac ad', ['a']],
    ['A B A B A B', ['B']],
    ['A B C A B C A B C', ['C']],
    ['aT Ta aT', ['a', 'T']],
  ])('are told to the model the third time: %s', (text, told) => {
    expect(callsToTell(rounds(text)).toSorted()).toEqual(told.toSorted())
  })

  it.each([
    ['a a a a', 'a', ['a']],
    ['a a a', 'a', []],
    ['a a a a', 'b', []],
    ['a a a a', 'ab', ['a']],
    ['a b a b a b a b', 'a', ['a']],
    ['a b c a b c a b c a b c', 'a', ['a']],
    ['abcd abcd abcd abcd', 'abcd', ['a', 'b', 'c', 'd']],
    ['ab ac ad ae', 'af', ['a']],
    ['A B A B A B A B', 'A', ['A']],
    ['ABCD ABCD ABCD ABCD', 'ABCD', ['A', 'B', 'C', 'D']],
    ['a1 a2 a3 a4 a5', 'a', []],
    ['a a a a a-b a-c', 'ad', ['a']],
  ])('are carried out four times at most: %s, then %s', (text, next, left) => {
    expect(refused(text, next)).toEqual(left)
  })

  it.each([
    ['a quiet look between new commands', 'A a B a C a D a E a F a', 'a'],
    ['a test between new commands', 'AT BT CT DT ET'.replaceAll('T', ' T'), 'T'],
  ])('are no repetition where something may have changed: %s', (_, text, next) => {
    expect(refused(text, next)).toEqual([])
    expect(callsToTell(rounds(text))).toEqual([])
  })

  const answer = (name: string, more: Partial<NonNullable<Message['tool']>> = {}): Message => ({
    role: 'tool',
    parts: [{ t: 'text', text: 'Done.' }],
    tool: { callId: 'c' as never, name, isError: false, durationMs: 1, ...more },
  })

  it.each([
    ['a new file', { created: true, added: 0 }, 'changed'],
    ['another content', { created: false, added: 1 }, 'changed'],
    ['the content it had', { created: false, added: 0 }, 'none'],
  ])('go on counting over a write of %s: %j', (_, { created, added }, effect) => {
    const call = { t: 'tool_call' as const, callId: 'c' as never, name: 'write', args: { path: 'a' } }
    const diff = { path: 'a', added, removed: 0, hunks: [], cut: false }
    const details = { kind: 'write' as const, path: 'a', created, diff }
    expect(madeOf(call, answer('write', { details }), () => 'edit').effect).toBe(effect)
  })

  it.each([
    ['execute', {}, 'unknown'],
    ['execute', { isError: true }, 'unknown'],
    ['execute', { synthetic: 'denied' as const, isError: true }, 'none'],
    ['read', {}, 'none'],
    ['edit', { isError: true }, 'none'],
  ] as const)('depend on what a tool does: %s, %j', (access, more, effect) => {
    const call = { t: 'tool_call' as const, callId: 'c' as never, name: 'x', args: {} }
    expect(madeOf(call, answer('x', more), () => access).effect).toBe(effect)
  })

  it('are the same in whatever order their arguments are, and whatever label a command has', () => {
    const one = callKey({ name: 'read', args: { path: 'a', page: { from: 1, to: 2 } } })
    expect(callKey({ name: 'read', args: { page: { to: 2, from: 1 }, path: 'a' } })).toBe(one)
    expect(callKey({ name: 'read', args: { path: 'b' } })).not.toBe(one)
    const label = (description: string) => callKey({ name: 'bash', args: { command: 'ls', description } })
    expect(label('List files')).toBe(label('Look again'))
  })
})
