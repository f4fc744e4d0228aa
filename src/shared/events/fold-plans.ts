import type { Plan, Step } from '../plan/plan.ts'
import { mayFollow } from '../plan/plan-progress.ts'
import type { DurableEventOf } from './event.ts'

type Plans = Readonly<Record<string, Plan>>

/**
 * Follows plans. A step goes one way only: a change that does not begin at the step's state, or that leads back, is
 * ignored. A plan that another takes the place of is kept in the log alone.
 */
export function foldPlans(
  plans: Plans,
  event: DurableEventOf<'plan.created'> | DurableEventOf<'plan.changed'> | DurableEventOf<'plan.step'>,
): Plans {
  if (event.kind === 'plan.created') return created(plans, event.payload.plan)
  if (event.kind === 'plan.changed') return changed(plans, event.payload)
  const { planId, index, from, to, runId = event.runId, resultEventId, error } = event.payload
  const plan = plans[planId]
  if (plan === undefined || !mayFollow(from, to)) return plans
  if (!plan.steps.some((step) => step.index === index && step.status === from)) return plans
  const steps = plan.steps.map((step): Step => {
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

function created(plans: Plans, plan: Plan): Plans {
  const kept = Object.entries(plans).filter(([id]) => id !== plan.retryOf)
  return { ...Object.fromEntries(kept), [plan.id]: plan }
}

/** Applies a plan change. Started steps stay as they are, and a change without one of them is ignored. */
function changed(plans: Plans, { planId, goal, steps }: DurableEventOf<'plan.changed'>['payload']): Plans {
  const plan = plans[planId]
  if (plan === undefined) return plans
  const begun = new Map(
    plan.steps.flatMap((step) => (step.status === 'pending' ? [] : [[step.index, step] as const])),
  )
  const named = new Set(steps.map(({ index }) => index))
  if (![...begun.keys()].every((index) => named.has(index))) return plans
  const now = steps.map((step): Step => begun.get(step.index) ?? { ...step, status: 'pending' })
  return { ...plans, [planId]: { ...plan, goal, revision: (plan.revision ?? 0) + 1, steps: now } }
}
