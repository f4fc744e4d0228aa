import type { Plan, Step } from './plan.ts'
import { isDone } from './plan-progress.ts'

type Needing = { readonly dependsOn?: readonly number[] | undefined }

/** The steps that must be done before the one at this place, by their index: those it names, or else all in front of it. */
export function needsOf(steps: readonly Pick<Step, 'index' | 'dependsOn'>[], at: number): readonly number[] {
  return steps[at]?.dependsOn ?? steps.slice(0, at).map(({ index }) => index)
}

/** Whether all dependencies exist and form no cycle. Proposed steps refer to each other by position. */
export function isInOrder(steps: readonly Needing[]): boolean {
  const done = new Set<number>()
  for (;;) {
    const next = steps.findIndex(
      ({ dependsOn }, at) =>
        !done.has(at) && (dependsOn ?? [...steps.keys()].slice(0, at)).every((need) => done.has(need)),
    )
    if (next === -1) return done.size === steps.length
    done.add(next)
  }
}

/** The steps that can be begun: nothing they wait for is left to do. */
export function readySteps({ steps }: Pick<Plan, 'steps'>): readonly Step[] {
  const done = new Set(steps.filter(({ status }) => status === 'completed').map(({ index }) => index))
  return steps.filter(
    (step, at) =>
      step.status === 'pending' &&
      needsOf(steps, at).every((need) => done.has(need) || isLeftOut(steps, need, step)),
  )
}

/** A step that was left out holds up those that only follow it, not those that name it. */
function isLeftOut(steps: readonly Step[], need: number, { dependsOn }: Needing): boolean {
  return dependsOn === undefined && steps.find(({ index }) => index === need)?.status === 'skipped'
}

/** The steps that cannot be done because this one was not, over however many others. Only steps that say so wait. */
export function heldBackBy({ steps }: Pick<Plan, 'steps'>, index: number): readonly Step[] {
  const lost = new Set([index])
  for (;;) {
    const next = steps.find((step) => !lost.has(step.index) && step.dependsOn?.some((need) => lost.has(need)))
    if (next === undefined) break
    lost.add(next.index)
  }
  return steps.filter((step) => step.index !== index && lost.has(step.index) && step.status === 'pending')
}

/**
 * Whether a step can no longer be changed. In a running plan that holds for every started step. In an idle
 * plan it holds for finished steps only, because failed steps run again.
 */
export function isSettled(step: Step, { atWork }: { readonly atWork: boolean }): boolean {
  if (atWork) return step.status !== 'pending'
  return isDone(step) && !(step.status === 'skipped' && step.dependsOn !== undefined)
}

/** The same steps, waiting for others by place: what people count by. */
export function byPlace(steps: readonly Step[]): readonly Step[] {
  const placeOf = new Map(steps.map(({ index }, place) => [index, place]))
  return steps.map((step) => {
    const { dependsOn } = step
    return dependsOn === undefined
      ? step
      : { ...step, dependsOn: dependsOn.flatMap((need) => placeOf.get(need) ?? []) }
  })
}
