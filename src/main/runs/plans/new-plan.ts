import type { PlanId, RunId } from '#shared/ids.ts'
import type { ProposedPlan } from '#shared/plan/parse-plan.ts'
import type { Plan, Step } from '#shared/plan/plan.ts'
import { isSettled } from '#shared/plan/plan-order.ts'

type Made = Pick<Plan, 'id' | 'source'> & {
  /** The plan it takes the place of; null for none. */
  readonly before: Plan | null
  /** The run that proposed it, noted at every step. */
  readonly runId?: RunId
}

/** A plan none of whose steps has begun. */
export function newPlan({ id, source, before, runId }: Made, { goal, steps }: ProposedPlan): Plan {
  const noted = runId === undefined ? {} : { runId }
  return {
    id,
    source,
    goal,
    ...(before === null ? {} : { retryOf: before.id }),
    steps: steps.map((step, index) => ({ ...step, index, status: 'pending', ...noted })),
  }
}

/**
 * Returns the plan for a retry. Finished steps stay; failed steps and steps skipped because of them become
 * pending.
 */
export function againWith(plan: Plan, id: PlanId): Plan {
  const steps = plan.steps.map((step): Step => {
    const { index, title, agentId, dependsOn, status, begunIn = [] } = step
    if (isSettled(step, { atWork: false })) return step
    const begun = status === 'running' || status === 'failed' ? [...begunIn, plan.id] : begunIn
    return {
      index,
      title,
      status: 'pending',
      ...(agentId === undefined ? {} : { agentId }),
      ...(dependsOn === undefined ? {} : { dependsOn }),
      ...(begun.length === 0 ? {} : { begunIn: begun }),
    }
  })
  return { ...plan, id, retryOf: plan.id, steps }
}
