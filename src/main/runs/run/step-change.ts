import type { NewDurableEvent } from '#shared/events/event.ts'
import type { PlanId } from '#shared/ids.ts'
import type { Step } from '#shared/plan/plan.ts'

type Change = Extract<NewDurableEvent, { kind: 'plan.step' }>['payload']

/** Returns the event for a changed step. */
export function stepChange(
  planId: PlanId,
  { index, status }: Step,
  outcome: Pick<Change, 'to' | 'error' | 'resultEventId'>,
): NewDurableEvent {
  return { kind: 'plan.step', payload: { planId, index, from: status, ...outcome } }
}
