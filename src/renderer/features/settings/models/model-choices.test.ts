import { expect, it } from 'vitest'
import { ReasoningEffort } from '#shared/model/model.ts'
import { effortAt, placeOf } from './model-choices.ts'

it('gives every effort a place on the slider, from fast to thorough, and finds it there again', () => {
  expect(ReasoningEffort.options.map(placeOf)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect([0, 1, 2, 3, 4, 5, 6].map(effortAt)).toEqual([
    'off',
    'minimal',
    'low',
    'medium',
    'high',
    'xhigh',
    'max',
  ])
})

it('stands in the middle while the model chooses, and never leaves its ends', () => {
  expect(placeOf('')).toBe(placeOf('medium'))
  expect([effortAt(-2), effortAt(9)]).toEqual(['off', 'max'])
})
