import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { RunId } from '#shared/ids.ts'
import type { Plan } from '#shared/plan/plan.ts'
import { roundsWithout } from './rounds-without.ts'

export const PLAN_REMINDER = 'plan-reminder'

/** After so many answers with calls a list that has not been touched is probably out of date. */
const ROUNDS = 10

/** Whether an agent has worked on for a long time since it last touched its list, while a step of it runs. */
export function forgetsPlan(path: readonly DurableEvent[], plan: Plan | null, runId: RunId): boolean {
  if (plan?.steps.some(({ status }) => status === 'running') !== true) return false
  const keeps = ({ name }: { readonly name: string }) => name === 'plan'
  return roundsWithout(path, { runId, reminder: PLAN_REMINDER, keeps, most: ROUNDS }) === ROUNDS
}

/** The line that reminds an agent of its list. */
export function planReminder(plan: Plan): HarnessItem {
  const running = plan.steps.filter(({ status }) => status === 'running').map(({ title }) => `"${title}"`)
  return {
    kind: PLAN_REMINDER,
    origin: 'system',
    content: `Your plan has not changed for ${ROUNDS} rounds; ${running.join(' and ')} still runs. Call \`plan\` if a step has ended.`,
    visibility: 'hidden',
    lifetime: 'session',
    placement: 'in-place',
  }
}
