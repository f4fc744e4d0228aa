import type { Plan } from '../plan/plan.ts'
import type { DurableEventOf } from './event.ts'

type Plans = Readonly<Record<string, Plan>>

/** Follows plans. A step goes one way only: a change whose `from` is not the step's state is ignored. */
export function foldPlans(
  plans: Plans,
  event: DurableEventOf<'plan.created'> | DurableEventOf<'plan.step'>,
): Plans {
  if (event.kind === 'plan.created') return { ...plans, [event.payload.plan.id]: event.payload.plan }
  const { planId, index, from, to, runId, resultEventId, error } = event.payload
  const plan = plans[planId]
  if (plan === undefined) return plans
  const steps = plan.steps.map((step) => {
    if (step.index !== index || step.status !== from) return step
    return {
      ...step,
      status: to,
      ...(runId === undefined ? {} : { runId }),
      ...(resultEventId === undefined ? {} : { resultEventId }),
      ...(error === undefined ? {} : { error }),
    }
  })
  return { ...plans, [planId]: { ...plan, steps } }
}
