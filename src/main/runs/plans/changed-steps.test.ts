import { describe, expect, it } from 'vitest'
import { AgentId, PlanId, RunId } from '#shared/ids.ts'
import type { Plan, Step } from '#shared/plan/plan.ts'
import { changedSteps } from './changed-steps.ts'

const explore = AgentId.parse('explore')
const earlier = PlanId.parse('pln_earlier00001')

const step = (index: number, status: Step['status'], more: Partial<Step> = {}): Step => ({
  index,
  title: `Step ${index}`,
  status,
  ...more,
})
const plan = (...steps: Step[]): Plan => ({
  id: PlanId.parse('pln_current00001'),
  source: 'user',
  goal: 'Mend it',
  steps,
})
const named = (...indices: number[]) => indices.map((index) => ({ index, title: `Step ${index}` }))

describe('steps of a plan that somebody changes', () => {
  const current = plan(step(0, 'completed'), step(1, 'running'), step(2, 'pending'), step(3, 'pending'))

  it('are put into another order, said in other words, given away, added and taken out', () => {
    const now = changedSteps(current, [
      ...named(0),
      { index: 3, title: 'Sooner', agentId: explore, dependsOn: [] },
      ...named(1),
      { title: 'New', dependsOn: [1, 2] },
    ])
    expect(now).toEqual([
      step(0, 'completed'),
      { index: 3, title: 'Sooner', status: 'pending', agentId: explore, dependsOn: [] },
      step(1, 'running'),
      { index: 4, title: 'New', status: 'pending', dependsOn: [3, 1] },
    ])
  })

  it.each([
    ['leave out one that has begun', named(0, 2, 3), 'has started meanwhile: Step 1'],
    [
      'say one that has begun in other words',
      [...named(0), { index: 1, title: 'Else' }],
      'has started meanwhile: Step 1',
    ],
    [
      'give one that has begun away',
      [...named(0), { ...named(1)[0], agentId: explore }],
      'has started meanwhile',
    ],
    ['name one that is none of them', named(0, 1, 9), 'has changed meanwhile'],
    ['name one twice', named(0, 1, 1), 'has changed meanwhile'],
    ['wait for each other', [...named(0, 1), { title: 'A', dependsOn: [3] }, { title: 'B' }], 'in a circle'],
  ])('are refused when they %s', (_how, wanted, why) => {
    expect(() => changedSteps(current, wanted as never)).toThrow(why)
  })

  it('have a past only as long as they are the same', () => {
    const before = plan(
      step(0, 'pending', { begunIn: [earlier] }),
      step(1, 'pending', { begunIn: [earlier] }),
    )
    const now = changedSteps(before, [...named(1), { index: 0, title: 'Something else' }])
    expect(now.map(({ index, begunIn }) => [index, begunIn])).toEqual([
      [1, [earlier]],
      [0, undefined],
    ])
  })

  it('wait for the run that proposed them, also those that are added before it has ended', () => {
    const runId = RunId.parse('run_proposed00001')
    const now = changedSteps(plan(step(0, 'pending', { runId })), [...named(0), { title: 'More' }])
    expect(now.map((each) => each.runId)).toEqual([runId, runId])
  })
})
