import { expect, it } from 'vitest'
import { PlanId } from '../ids.ts'
import type { Plan, Step, StepStatus } from '../plan/plan.ts'
import type { DurableEventOf } from './event.ts'
import { foldPlans } from './fold-plans.ts'

const planId = PlanId.parse('pln_current00001')
const step = (index: number, status: StepStatus, title = `Step ${index}`): Step => ({ index, title, status })
const plan = (...steps: Step[]): Plan => ({ id: planId, source: 'user', goal: 'Mend it', steps })
const changed = (...steps: Step[]) =>
  ({
    kind: 'plan.changed',
    payload: { planId, goal: 'Mend it well', steps },
  }) as DurableEventOf<'plan.changed'>

it('a change leaves what has begun as it is, whatever it says of it', () => {
  const before = { [planId]: plan(step(0, 'completed'), step(1, 'running'), step(2, 'pending')) }
  const event = changed(step(2, 'completed', 'Later'), step(1, 'pending', 'Other'), step(0, 'completed'))
  const once = foldPlans(before, event)
  expect(once[planId]).toEqual({
    id: planId,
    source: 'user',
    goal: 'Mend it well',
    revision: 1,
    steps: [step(2, 'pending', 'Later'), step(1, 'running'), step(0, 'completed')],
  })
  expect(foldPlans(once, event)[planId]?.revision).toBe(2)
})

it('a change that leaves out what has begun, or is of no plan, is ignored', () => {
  const before = { [planId]: plan(step(0, 'running'), step(1, 'pending')) }
  expect(foldPlans(before, changed(step(1, 'pending')))).toBe(before)
  const none = {}
  expect(foldPlans(none, changed(step(0, 'pending')))).toBe(none)
})
