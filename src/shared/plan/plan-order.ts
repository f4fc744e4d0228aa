import { isDone, type Plan, type Step } from './plan.ts'

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

/** What is left to do of a plan, apart from what stays as it is. Places count what stays first, then what is left. */
export type RestOfPlan = {
  readonly kept: readonly Step[]
  readonly left: readonly Pick<Step, 'title' | 'agentId' | 'dependsOn'>[]
}

/** Puts what is done in front of what is not, so that the rest can be changed. What failed is left to do. */
export function restOf({ steps }: Pick<Plan, 'steps'>): RestOfPlan {
  const stays = (step: Step) => isDone(step) && !(step.status === 'skipped' && step.dependsOn !== undefined)
  const ordered = [...steps.filter(stays), ...steps.filter((step) => !stays(step))]
  const placeOf = new Map(ordered.map(({ index }, place) => [index, place]))
  const placed = ({ dependsOn }: Step) =>
    dependsOn === undefined ? {} : { dependsOn: dependsOn.flatMap((need) => placeOf.get(need) ?? []) }
  const kept = ordered.filter(stays).map((step, index): Step => ({ ...step, index, ...placed(step) }))
  const left = ordered.slice(kept.length).map((step) => ({
    title: step.title,
    ...(step.agentId === undefined ? {} : { agentId: step.agentId }),
    ...placed(step),
  }))
  return { kept, left }
}
