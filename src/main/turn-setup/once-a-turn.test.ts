import { expect, it } from 'vitest'
import { onceATurn } from './once-a-turn.ts'

it('asks once for each key until the turn is over', () => {
  const asked: string[] = []
  const ends: (() => void)[] = []
  const ask = onceATurn(
    (key: string) => asked.push(key),
    (end) => ends.push(end),
  )
  expect([ask('one'), ask('one'), ask('two'), ask('one')]).toEqual([1, 1, 2, 1])
  expect(ends).toHaveLength(1)
  ends[0]?.()
  expect([ask('one'), ask('two'), ask('one')]).toEqual([3, 4, 3])
  expect(asked).toEqual(['one', 'two', 'one', 'two'])
  expect(ends).toHaveLength(2)
})

it('keeps nothing of a question that failed', () => {
  let fails = true
  const ask = onceATurn(
    () => {
      if (fails) throw new Error('The disk was away.')
      return 'there'
    },
    () => {},
  )
  expect(() => ask('one')).toThrow('The disk was away.')
  fails = false
  expect(ask('one')).toBe('there')
})
