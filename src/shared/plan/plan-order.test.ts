import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Step, StepStatus } from './plan.ts'
import { byPlace, heldBackBy, isInOrder, isSettled, readySteps } from './plan-order.ts'

const steps = (
  ...all: readonly (readonly [status: StepStatus, dependsOn?: readonly number[] | undefined])[]
): Step[] =>
  all.map(([status, dependsOn], index) => ({
    index,
    title: `Step ${index}`,
    status,
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

describe('a step', () => {
  it('that follows all in front of it does so wherever they were moved from', () => {
    const [first, second, third] = steps(['completed'], ['pending'], ['pending'])
    if (first === undefined || second === undefined || third === undefined) throw new Error('No steps.')
    expect(places(readySteps({ steps: [first, third, second] }))).toEqual([2])
  })

  it.each<[StepStatus, readonly number[] | undefined, boolean, boolean]>([
    ['pending', undefined, false, false],
    ['running', undefined, true, false],
    ['failed', undefined, true, false],
    ['completed', undefined, true, true],
    ['skipped', undefined, true, true],
    ['skipped', [0], true, false],
  ])('that is %s, waiting for %j, is settled at work: %j, at rest: %j', (status, needs, atWork, atRest) => {
    const [step] = steps([status, needs])
    if (step === undefined) throw new Error('No step.')
    expect([isSettled(step, { atWork: true }), isSettled(step, { atWork: false })]).toEqual([atWork, atRest])
  })

  it('is said to wait for places, whatever the others are called', () => {
    const [one, two, three] = steps(['completed'], ['pending', [0, 2]], ['pending', []])
    if (one === undefined || two === undefined || three === undefined) throw new Error('No steps.')
    expect(byPlace([three, one, two]).map(({ dependsOn }) => dependsOn)).toEqual([[], undefined, [1, 0]])
  })
})
