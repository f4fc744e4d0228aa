import type { NewDurableEvent } from '#shared/events/event.ts'
import type { PlanId, RunId } from '#shared/ids.ts'
import type { Plan, Step, StepStatus } from '#shared/plan/plan.ts'
import { isOver, mayFollow } from '#shared/plan/plan-progress.ts'

/** The whole list as an agent wants it. Without a goal the old one stays. */
export type TodoList = {
  readonly goal: string | null
  readonly steps: readonly { readonly title: string; readonly status: StepStatus }[]
}

/**
 * Returns the events that update an agent's to-do list. Progress of the same steps becomes step changes. A
 * list with other or reverted steps becomes a new plan that replaces the old one.
 */
export function todoEvents(
  before: Plan | null,
  list: TodoList,
  { runId, newPlanId }: { readonly runId: RunId; readonly newPlanId: () => PlanId },
): NewDurableEvent[] {
  const wanted = { ...list, goal: list.goal ?? sameGoal(before, list) }
  if (before === null || !goesOn(before, wanted)) {
    const retryOf = before === null ? {} : { retryOf: before.id }
    const steps = wanted.steps.map(({ title, status }, index): Step => ({ index, title, status, runId }))
    const plan: Plan = { id: newPlanId(), source: 'todo', goal: wanted.goal, ...retryOf, steps }
    return [{ kind: 'plan.created', payload: { plan } }]
  }
  return before.steps.flatMap(({ index, status: from }, at): NewDurableEvent[] => {
    const to = wanted.steps[at]?.status ?? from
    return to === from ? [] : [{ kind: 'plan.step', payload: { planId: before.id, index, from, to, runId } }]
  })
}

/** The list an agent keeps in a session; a session has one. */
export function todoOf(plans: Readonly<Record<string, Plan>>): Plan | null {
  return Object.values(plans).findLast(({ source }) => source === 'todo') ?? null
}

/** Returns the goal of a list without one: that of the continued list, or its first step. */
function sameGoal(before: Plan | null, { steps }: TodoList): string {
  const titles = new Set(steps.map(({ title }) => title))
  const isSame = before?.steps.some((step) => !isOver(step.status) || titles.has(step.title)) ?? false
  return before !== null && isSame ? before.goal : (steps[0]?.title ?? '')
}

function goesOn(before: Plan, { goal, steps }: TodoList): boolean {
  if (before.goal !== goal || before.steps.length !== steps.length) return false
  return before.steps.every(({ title, status }, at) => {
    const next = steps[at]
    return next?.title === title && (next.status === status || mayFollow(status, next.status))
  })
}
