import type { Plan, Step } from './plan.ts'

type Needing = { readonly dependsOn?: readonly number[] | undefined }

/** The steps that must be done before this one: those it names, or else all in front of it. */
export function needsOf({ dependsOn }: Needing, at: number): readonly number[] {
  return dependsOn ?? Array.from({ length: at }, (_, place) => place)
}

/** True when every step waits for steps that are there, and none for itself over however many others. */
export function isInOrder(steps: readonly Needing[]): boolean {
  const done = new Set<number>()
  for (;;) {
    const next = steps.findIndex(
      (step, at) => !done.has(at) && needsOf(step, at).every((need) => done.has(need)),
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
      needsOf(step, at).every((need) => done.has(need) || isLeftOut(steps, need, step)),
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
