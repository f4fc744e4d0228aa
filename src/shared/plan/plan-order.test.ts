import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Step, StepStatus } from './plan.ts'
import { heldBackBy, isInOrder, readySteps } from './plan-order.ts'

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
