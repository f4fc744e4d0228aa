import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DurableEventOf, NewDurableEvent } from '#shared/events/event.ts'
import { foldPlans } from '#shared/events/fold-plans.ts'
import type { PlanId, RunId } from '#shared/ids.ts'
import { type Plan, StepStatus } from '#shared/plan/plan.ts'
import { currentPlan, isOver, mayFollow } from '#shared/plan/plan-progress.ts'
import { type TodoList, todoEvents, todoOf } from './todo-list.ts'

const runId = 'run_00000001' as RunId
const step = (title: string, status: StepStatus) => ({ title, status })

/** Keeps a list as a session does: what is to be stored, then its fold. */
function listKeeper() {
  let plans: Readonly<Record<string, Plan>> = {}
  let made = 0
  const stored: NewDurableEvent[] = []
  const set = (wanted: TodoList) => {
    const newPlanId = () => `pln_0000000${++made}` as PlanId
    for (const event of todoEvents(todoOf(plans), wanted, { runId, newPlanId })) {
      stored.push(event)
      plans = foldPlans(plans, event as DurableEventOf<'plan.created'>)
    }
  }
  return { set, stored, plans: () => plans, list: () => todoOf(plans) }
}

describe('a list of steps', () => {
  it('keeps its goal while it names none, and takes its first step for one where there was none', () => {
    const { set, list, stored } = listKeeper()
    set({ goal: null, steps: [step('Look', 'running'), step('Write', 'pending')] })
    expect(list()?.goal).toBe('Look')
    set({ goal: 'An almanac', steps: [step('Look', 'running'), step('Write', 'pending')] })
    set({ goal: null, steps: [step('Look', 'completed'), step('Write', 'running')] })
    expect(list()).toMatchObject({
      goal: 'An almanac',
      steps: [{ status: 'completed' }, { status: 'running' }],
    })
    expect(stored.map(({ kind }) => kind).slice(-2)).toEqual(['plan.step', 'plan.step'])
    set({ goal: null, steps: [step('Look', 'completed'), step('Write', 'completed')] })
    set({ goal: null, steps: [step('Read the post', 'running')] })
    expect(list()?.goal).toBe('Read the post')
  })

  it('is made whole, then follows its steps one by one', () => {
    const { set, stored, list } = listKeeper()
    set({ goal: 'Mend', steps: [step('Look', 'running'), step('Change', 'pending')] })
    set({ goal: 'Mend', steps: [step('Look', 'completed'), step('Change', 'running')] })
    expect(stored.map(({ kind }) => kind)).toEqual(['plan.created', 'plan.step', 'plan.step'])
    expect(list()).toEqual({
      id: 'pln_00000001',
      source: 'todo',
      goal: 'Mend',
      steps: [
        { index: 0, title: 'Look', status: 'completed', runId },
        { index: 1, title: 'Change', status: 'running', runId },
      ],
    })
  })

  it('is a new plan in place of the old one when a step goes back or the steps are others', () => {
    const { set, plans } = listKeeper()
    set({ goal: 'Mend', steps: [step('Look', 'completed')] })
    set({ goal: 'Mend', steps: [step('Look', 'pending')] })
    set({ goal: 'Mend', steps: [step('Look', 'completed'), step('Change', 'pending')] })
    expect(Object.values(plans()).map(({ id, retryOf }) => [id, retryOf])).toEqual([
      ['pln_00000003', 'pln_00000002'],
    ])
  })

  it('stores nothing when nothing changed', () => {
    const { set, stored } = listKeeper()
    set({ goal: 'Mend', steps: [step('Look', 'failed')] })
    set({ goal: 'Mend', steps: [step('Look', 'failed')] })
    expect(stored).toHaveLength(1)
  })
})

describe('of any lists an agent may write', () => {
  const list = fc.record({
    goal: fc.constantFrom('one', 'two'),
    steps: fc.array(
      fc.record({ title: fc.constantFrom('a', 'b'), status: fc.constantFrom(...StepStatus.options) }),
      { minLength: 1, maxLength: 4 },
    ),
  })

  it('the newest is shown as it was written, and one is kept', () => {
    fc.assert(
      fc.property(fc.array(list, { minLength: 1, maxLength: 12 }), (lists) => {
        const keeper = listKeeper()
        for (const each of lists) keeper.set(each)
        const { goal, steps } = keeper.list() ?? { goal: '', steps: [] }
        const shown = { goal, steps: steps.map(({ title, status }) => ({ title, status })) }
        expect(shown).toEqual(lists.at(-1))
        expect(Object.keys(keeper.plans())).toHaveLength(1)
        expect(currentPlan(keeper.plans())).toBe(keeper.list())
      }),
    )
  })

  it('no step of a plan ever goes back, whatever is stored', () => {
    const change = fc.record({
      index: fc.nat(2),
      from: fc.constantFrom(...StepStatus.options),
      to: fc.constantFrom(...StepStatus.options),
    })
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const keeper = listKeeper()
        keeper.set({ goal: 'g', steps: ['a', 'b', 'c'].map((title) => step(title, 'pending')) })
        let plans = keeper.plans()
        for (const payload of changes) {
          const before = currentPlan(plans)
          plans = foldPlans(plans, {
            kind: 'plan.step',
            payload: { ...payload, planId: before?.id },
          } as DurableEventOf<'plan.step'>)
          for (const [at, { status }] of (currentPlan(plans)?.steps ?? []).entries()) {
            const was = before?.steps[at]?.status ?? 'pending'
            expect(status === was || mayFollow(was, status)).toBe(true)
            expect(isOver(was) && status !== was).toBe(false)
          }
        }
      }),
    )
  })
})
