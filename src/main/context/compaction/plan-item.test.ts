import { describe, expect, it } from 'vitest'
import { PlanId } from '#shared/ids.ts'
import type { Plan, StepStatus } from '#shared/plan/plan.ts'
import { stepBoxes } from './compaction-summary.ts'
import { planItem } from './plan-item.ts'

const planOf = (source: Plan['source'], ...statuses: StepStatus[]): Plan => ({
  id: PlanId.parse(`pln_${source.padEnd(8, '0')}`),
  source,
  goal: `the ${source} goal`,
  steps: statuses.map((status, index) => ({ index, title: `${source} ${index}`, status })),
})
const plansOf = (...plans: Plan[]) => Object.fromEntries(plans.map((plan) => [plan.id, plan]))
const NOTHING = { inPlanMode: false, summary: 'Short.' }

describe('what an agent works by', () => {
  it('is its plan and its own list, each with its goal and its states, and the step it is at', () => {
    const plans = plansOf(planOf('planner', 'completed', 'running'), planOf('todo', 'completed', 'pending'))
    expect(planItem({ ...NOTHING, plans, stepIndex: 1 })).toMatchObject({
      kind: 'plan-again',
      origin: 'system',
      lifetime: 'session',
      placement: 'in-place',
      content: [
        'Plan sent again after the summary',
        '',
        'The plan the person has accepted, as it stands. Its goal: the planner goal',
        '[x] planner 0',
        '[>] planner 1',
        'You carry out step 2 of it now, and only this one.',
        '',
        'Your list of steps, as it stands. Its goal: the todo goal',
        '[x] todo 0',
        '[ ] todo 1',
      ].join('\n'),
    })
  })

  it('is not told twice where the summary carries it as it stands', () => {
    const plan = planOf('todo', 'completed', 'pending')
    const summary = `Short.\n\n${stepBoxes(plan)}`
    expect(planItem({ ...NOTHING, plans: plansOf(plan), summary })).toBeNull()
    const went = planOf('todo', 'completed', 'completed', 'pending')
    expect(planItem({ ...NOTHING, plans: plansOf(went), summary })?.content).toContain('[x] todo 1')
  })

  it('says that only plans may be made, also where there is none', () => {
    expect(planItem({ ...NOTHING, plans: {}, inPlanMode: true })?.content).toContain('\n\nPlan mode is on')
  })

  it('is nothing where nothing is left to do', () => {
    expect(planItem({ ...NOTHING, plans: plansOf(planOf('todo', 'completed')) })).toBeNull()
    expect(planItem({ ...NOTHING, plans: {} })).toBeNull()
  })

  it('says why it is told again where no summary stands for what told it', () => {
    const plans = plansOf(planOf('todo', 'pending'))
    expect(planItem({ ...NOTHING, plans, summary: null })?.content).toMatch(
      /^Plan sent again, because its message was excluded\n\nYour list of steps/,
    )
  })
})
