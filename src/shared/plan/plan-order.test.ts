import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Step, StepStatus } from './plan.ts'
import { heldBackBy, isInOrder, readySteps, restOf } from './plan-order.ts'

const steps = (
  ...all: readonly (readonly [status: StepStatus, dependsOn?: readonly number[] | undefined])[]
): Step[] =>
  all.map(([status, dependsOn], index) => ({
    ...{ index, title: `Step ${index}`, status },
    ...(dependsOn === undefined ? {} : { dependsOn: [...dependsOn] }),
  }))
const places = (found: readonly Step[]) => found.map(({ index }) => index)

describe('the order of steps', () => {
  it.each([
    ['one after the other', [{}, {}, {}], true],
    ['side by side', [{ dependsOn: [] }, { dependsOn: [] }, { dependsOn: [0, 1] }], true],
    ['for one further down', [{ dependsOn: [1] }, { dependsOn: [] }], true],
    ['for itself', [{ dependsOn: [0] }], false],
    ['in a circle', [{ dependsOn: [1] }, { dependsOn: [0] }], false],
    ['for one that is not there', [{ dependsOn: [4] }], false],
  ])('when they wait %s is %j: %j', (_how, wanted, holds) => {
    expect(isInOrder(wanted)).toBe(holds)
  })

  it('lets begin what waits for nothing that is left', () => {
    expect(places(readySteps({ steps: steps(['pending'], ['pending']) }))).toEqual([0])
    expect(
      places(readySteps({ steps: steps(['pending', []], ['pending', []], ['pending', [0, 1]]) })),
    ).toEqual([0, 1])
    expect(places(readySteps({ steps: steps(['completed'], ['pending', [0]], ['pending', [1]]) }))).toEqual([
      1,
    ])
    expect(places(readySteps({ steps: steps(['failed', []], ['skipped', [0]], ['pending', []]) }))).toEqual([
      2,
    ])
  })

  it('holds back what named a step that failed, and what named those', () => {
    const all = steps(['failed', []], ['pending', [0]], ['pending', [1]], ['pending', []], ['pending'])
    expect(places(heldBackBy({ steps: all }, 0))).toEqual([1, 2])
  })

  it('comes to an end whatever depends on what, when it is in order', () => {
    const waits = fc.array(fc.option(fc.array(fc.nat(7), { maxLength: 3 }), { nil: undefined }), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(waits, (all) => {
        const plan = steps(...all.map((dependsOn) => ['pending', dependsOn] as const))
        fc.pre(isInOrder(plan))
        for (let left = plan.length; left > 0; left -= 1) {
          const next = readySteps({ steps: plan })[0]
          expect(next).toBeDefined()
          if (next !== undefined) next.status = 'completed'
        }
        expect(plan.every(({ status }) => status === 'completed')).toBe(true)
      }),
    )
  })
})

describe('what is left of a plan', () => {
  it('stands behind what is done, and waits for the same steps', () => {
    const plan = { steps: steps(['failed', []], ['completed', []], ['skipped', [0]], ['pending', [1, 2]]) }
    const { kept, left } = restOf(plan)
    expect(kept).toEqual([{ index: 0, title: 'Step 1', status: 'completed', dependsOn: [] }])
    expect(left).toEqual([
      { title: 'Step 0', dependsOn: [] },
      { title: 'Step 2', dependsOn: [1] },
      { title: 'Step 3', dependsOn: [0, 2] },
    ])
  })

  it('is in order whenever the plan was', () => {
    const status = fc.constantFrom<StepStatus>('pending', 'failed', 'skipped')
    fc.assert(
      fc.property(fc.array(status, { minLength: 1, maxLength: 8 }), fc.nat(8), (states, done) => {
        // Each waits for the one in front of it; those in front are done, as a plan leaves them.
        const all = states.map(
          (each, at) => [at < done ? 'completed' : each, at === 0 ? [] : [at - 1]] as const,
        )
        const { kept, left } = restOf({ steps: steps(...all) })
        expect(isInOrder([...kept, ...left])).toBe(true)
        expect([...kept, ...left].map(({ title }) => title).toSorted()).toEqual(
          states.map((_, at) => `Step ${at}`),
        )
      }),
    )
  })
})
