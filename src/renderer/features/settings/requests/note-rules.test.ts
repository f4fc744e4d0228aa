import { expect, it } from 'vitest'
import { rulesOf, withChoice, withRules } from './note-rules.ts'

const CUT = { kind: 'hook-context', maxBudgetFraction: 0.1, strategy: 'tail' } as const

it('reads a row for each kind, and writes back the same', () => {
  const choices = { reserveOutput: 9, alwaysKeepKinds: ['steer', 'hook-context'], truncation: [CUT] }
  const rules = rulesOf(choices)
  expect(rules).toEqual([
    { kind: 'steer', keeps: true, cut: null },
    { kind: 'hook-context', keeps: true, cut: { maxBudgetFraction: 0.1, strategy: 'tail' } },
  ])
  expect(withRules(choices, rules)).toEqual(choices)
})

it('leaves out what nothing is settled for', () => {
  const choices = { alwaysKeepKinds: ['steer'], truncation: [CUT] }
  expect(withRules(choices, [])).toEqual({})
  expect(withRules(choices, [{ kind: 'steer', keeps: false, cut: null }])).toEqual({})
})

it('sets a value and takes it away', () => {
  expect(withChoice({ a: 1, b: 2 }, 'a', 3)).toEqual({ a: 3, b: 2 })
  expect(withChoice({ a: 1, b: 2 }, 'a', null)).toEqual({ b: 2 })
})
