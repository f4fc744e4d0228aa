import { expect, it } from 'vitest'
import { chosenEffort, effortWith } from './chosen-effort.ts'

it('takes `off` in an older log for no choice, and anything else for one', () => {
  expect(chosenEffort({ thinking: 'off' })).toBeNull()
  expect(chosenEffort({ thinking: 'high' })).toBe('high')
  expect(chosenEffort({ thinking: 'high', effort: null })).toBeNull()
  expect(chosenEffort({ thinking: 'off', effort: 'off' })).toBe('off')
})

it('goes along to an agent with the same model, and to no other', () => {
  const parent = { model: 'a/b', effort: 'low' } as const
  expect(effortWith(parent, 'a/b')).toEqual({ effort: 'low' })
  expect(effortWith(parent, 'a/c')).toEqual({})
})
