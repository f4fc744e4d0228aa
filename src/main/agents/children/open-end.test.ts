import { expect, it } from 'vitest'
import { isOfOpenEnd } from './open-end.ts'

it('is for an open end only in a chat that carries out no plan and is after no goal', () => {
  expect(isOfOpenEnd({ kind: 'chat' })).toBe(true)
  expect(isOfOpenEnd({ kind: 'child' })).toBe(false)
  expect(isOfOpenEnd({ kind: 'chat', goal: true })).toBe(false)
  expect(isOfOpenEnd({ kind: 'chat', planId: 'pln_1' as never })).toBe(false)
})
