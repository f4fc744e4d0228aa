import { AppError } from '#shared/errors.ts'
import type { ChangedStep } from '#shared/plan/parse-plan.ts'
import type { Plan, Step } from '#shared/plan/plan.ts'
import { isInOrder } from '#shared/plan/plan-order.ts'
import { say } from '#shared/sentences.ts'

/**
 * Returns the new steps of a plan. Only pending steps may change. Throws when a started step is missing or
 * reworded, when a step is unknown, and for a dependency cycle.
 */
export function changedSteps({ steps: before }: Plan, wanted: readonly ChangedStep[]): Step[] {
  const known = new Map(before.map((step) => [step.index, step]))
  const named = new Set(wanted.flatMap(({ index }) => index ?? []))
  const isOurs = [...named].every((index) => known.has(index))
  if (!isOurs || named.size !== wanted.filter(({ index }) => index !== undefined).length) {
    throw AppError.saying('session.not_found', say('plan.other'))
  }
  for (const step of before) if (step.status !== 'pending' && !named.has(step.index)) throw begun(step)
  if (!isInOrder(wanted)) throw AppError.saying('plan.parse', say('plan.circle'))
  let free = Math.max(-1, ...known.keys()) + 1
  const indices = wanted.map(({ index }) => index ?? free++)
  const first = firstOf(before)
  return wanted.map((step, at) => {
    const was = step.index === undefined ? undefined : known.get(step.index)
    if (was === undefined || was.status === 'pending')
      return waiting(step, { was, first, indices, index: indices[at] ?? 0 })
    if (was.title !== step.title || was.agentId !== step.agentId) throw begun(was)
    return was
  })
}

type Place = {
  /** The previous step; undefined for a new one. */
  readonly was: Step | undefined
  readonly first: Pick<Step, 'runId'>
  readonly indices: readonly number[]
  readonly index: number
}

/** Returns a pending step. Its earlier agent continues it only if the step is unchanged. */
function waiting({ title, agentId, dependsOn }: ChangedStep, { was, first, indices, index }: Place): Step {
  const isSame = was?.title === title && was.agentId === agentId
  return {
    index,
    title,
    status: 'pending',
    ...first,
    ...(agentId === undefined ? {} : { agentId }),
    ...(dependsOn === undefined ? {} : { dependsOn: dependsOn.flatMap((place) => indices[place] ?? []) }),
    ...(isSame && was.begunIn !== undefined ? { begunIn: was.begunIn } : {}),
  }
}

/** A plan that begins when the run that proposed it ends has that run at every step. */
function firstOf(steps: readonly Step[]): Pick<Step, 'runId'> {
  const [{ runId } = {}] = steps
  const isAhead = steps.every((step) => step.status === 'pending' && step.runId === runId)
  return isAhead && runId !== undefined ? { runId } : {}
}

function begun({ title }: Step): AppError {
  return AppError.saying('session.not_found', say('plan.begun', { step: title.slice(0, 200) }))
}
