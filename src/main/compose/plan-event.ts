import type { NewDurableEvent } from '#shared/events/event.ts'
import type { PlanId } from '#shared/ids.ts'
import type { Plan } from '#shared/plan/plan.ts'
import type { RunHandle } from '../runs/run-handle.ts'
import type { ToolPlanStep } from '../tools/tool.ts'

type Wanted = { readonly goal: string; readonly steps: readonly ToolPlanStep[] }

/** The model's own list as an event. */
export function planEvent(run: RunHandle, { goal, steps }: Wanted, id: PlanId): NewDurableEvent {
  const plan: Plan = {
    id,
    source: 'todo',
    goal,
    steps: steps.map(({ title, status }, index) => ({ index, title, status, runId: run.runId })),
  }
  return { kind: 'plan.created', payload: { plan } }
}
