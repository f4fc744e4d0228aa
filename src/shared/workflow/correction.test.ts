import fc from 'fast-check'
import { expect, it } from 'vitest'
import { correctionText, problemsIn } from './correction.ts'

const line = fc.string({ minLength: 1 }).map((text) => text.replaceAll('\n', ' '))

it('finds again what an agent was told is wrong with its answer', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), (problems) => {
      expect(problemsIn(correctionText(problems))).toEqual(problems)
    }),
  )
})

it('takes what a person writes for their own words', () => {
  expect([problemsIn('Your answer does not fit.'), problemsIn('- one\n- two')]).toEqual([null, null])
})
