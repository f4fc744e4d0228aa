import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePlan } from '#shared/plan/parse-plan.ts'
import type { Step, StepStatus } from '#shared/plan/plan.ts'
import {
  amendmentOf,
  changeOf,
  draftOf,
  draftOfPlan,
  givenTo,
  hasCircle,
  moved,
  planOf,
  reworded,
  unknownDoers,
  waitingFor,
  withOneMore,
  without,
  withSettled,
} from './plan-draft.ts'

const titled = (...titles: string[]) => titles.map((title) => ({ title }))
const proposed = { goal: 'Mend it', steps: titled('Look', 'Change', 'Test') }
const draft = draftOf(proposed)

describe('a plan that is edited', () => {
  it('is accepted as it was proposed when nothing was changed', () => {
    expect(amendmentOf(draft, proposed)).toBeUndefined()
  })

  it('is sent whole when a step was moved, reworded, taken out or added', () => {
    const changed = reworded(withOneMore(moved(without(draft, 1), 2, -1)), 3, ' Tell them ')
    expect(planOf(changed)).toEqual({ goal: 'Mend it', steps: titled('Test', 'Look', 'Tell them') })
    expect(amendmentOf(changed, proposed)).toBe(JSON.stringify(planOf(changed)))
  })

  it('keeps who does a step and what it waits for, wherever steps are moved', () => {
    const agentId = 'explore'
    const steps = [
      { title: 'Look', agentId, dependsOn: [] },
      { title: 'Count' },
      { title: 'Tell', dependsOn: [0, 1] },
    ]
    const first = draftOf({ goal: 'Mend it', steps })
    expect(planOf(moved(first, 0, 1))?.steps).toEqual([
      { title: 'Count' },
      { title: 'Look', agentId, dependsOn: [] },
      { title: 'Tell', dependsOn: [1, 0] },
    ])
    expect(planOf(without(first, 0))?.steps).toEqual([{ title: 'Count' }, { title: 'Tell', dependsOn: [0] }])
  })

  it('gives steps to agents and lets them wait for others, and takes both back', () => {
    const given = waitingFor(waitingFor(givenTo(draft, 1, 'explore'), 1, []), 2, [0, 1])
    expect(planOf(given)?.steps).toEqual([
      { title: 'Look' },
      { title: 'Change', agentId: 'explore', dependsOn: [] },
      { title: 'Test', dependsOn: [0, 1] },
    ])
    const back = waitingFor(waitingFor(givenTo(given, 1, null), 1, null), 2, null)
    expect(amendmentOf(back, proposed)).toBeUndefined()
  })

  it('cannot be accepted while steps wait for each other, also when moving one made it so', () => {
    const circle = waitingFor(waitingFor(draft, 0, [2]), 2, [0])
    expect([hasCircle(circle), planOf(circle)]).toEqual([true, null])
    const waits = waitingFor(draft, 0, [])
    const behind = moved(waitingFor(waits, 1, [0]), 0, 1)
    expect(hasCircle(behind)).toBe(false)
    expect(hasCircle(waitingFor(behind, 0, [1]))).toBe(true)
  })

  it('names the agents that are not there, once it is known who is', () => {
    const given = givenTo(givenTo(draft, 0, 'ghost'), 1, 'explore')
    const doers = [{ id: 'explore', name: 'Explore' }]
    expect([unknownDoers(given, doers), unknownDoers(given, []), unknownDoers(given, null)]).toEqual([
      ['ghost'],
      [],
      [],
    ])
  })

  it('stays as it is when a step is moved where there is no place', () => {
    expect([moved(draft, 0, -1), moved(draft, 2, 1), moved(draft, 9, 1)]).toEqual([draft, draft, draft])
  })

  it('cannot be accepted without steps or without a goal, or while a step says nothing', () => {
    const none = draft.steps.reduce((left, { key }) => without(left, key), draft)
    const wrong = [none, { ...draft, goal: ' ' }, reworded(draft, 1, '  '), withOneMore(draft)]
    expect(wrong.map(planOf)).toEqual([null, null, null, null])
  })
})

it('whatever is done to it, what is sent is a plan main reads the same way', () => {
  const act = fc.record({
    do: fc.nat(5),
    key: fc.nat(6),
    other: fc.nat(6),
    text: fc.string({ maxLength: 30 }),
  })
  fc.assert(
    fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
      const edited = acts.reduce((left, { do: what, key, other, text }) => {
        if (what === 0) return without(left, key)
        if (what === 1) return withOneMore(left)
        if (what === 3) return waitingFor(left, key, key === other ? null : [other])
        if (what === 4) return givenTo(left, key, other === 0 ? null : 'explore')
        return what === 2 ? moved(left, key, 1) : reworded(left, key, text)
      }, draft)
      const plan = planOf(edited)
      if (plan !== null) expect(parsePlan(JSON.stringify(plan), '')).toEqual(plan)
    }),
  )
})

describe('an accepted plan that is edited', () => {
  const step = (index: number, status: StepStatus, dependsOn?: number[]): Step => ({
    index,
    title: `Step ${index}`,
    status,
    ...(dependsOn === undefined ? {} : { dependsOn }),
  })
  const plan = {
    goal: 'Mend it',
    steps: [step(4, 'completed'), step(1, 'pending', []), step(2, 'pending', [1])],
  }

  it('names its steps by their index, new ones not at all, and what they wait for by place', () => {
    const edited = reworded(withOneMore(moved(draftOfPlan(plan), 2, -1)), 5, 'New')
    expect(changeOf(edited, plan)?.steps).toEqual([
      { index: 4, title: 'Step 4' },
      { index: 2, title: 'Step 2', dependsOn: [2] },
      { index: 1, title: 'Step 1', dependsOn: [] },
      { title: 'New' },
    ])
  })

  it('gives back a step that begins while it is said in other words or taken out', () => {
    const begun = { ...plan, steps: plan.steps.map((each) => ({ ...each, status: 'running' as const })) }
    const settled = new Map([[1, 'running' as const]])
    const other = withSettled(reworded(draftOfPlan(plan), 1, 'Else'), begun, settled)
    const gone = withSettled(without(draftOfPlan(plan), 1), begun, settled)
    expect([other, gone]).toEqual([draftOfPlan(plan), draftOfPlan(plan)])
  })
})
