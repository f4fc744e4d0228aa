import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stepsOfCall } from './steps-of-call.ts'

it('reads the steps a call has listed', () => {
  const steps = [
    { title: 'Look', status: 'completed' },
    { title: 'Change', status: 'failed' },
  ]
  expect(stepsOfCall({ goal: 'Mend', steps })).toEqual(steps)
})

it('passes over what is no step, whatever a model wrote', () => {
  fc.assert(
    fc.property(fc.anything(), (args) => {
      expect(stepsOfCall(args)).toEqual([])
      expect(stepsOfCall({ steps: [args] })).toEqual([])
    }),
  )
})
