import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { Plan } from '#shared/plan/plan.ts'
import { currentPlan, isPlanOver } from '#shared/plan/plan-progress.ts'
import { englishOf, say } from '#shared/sentences.ts'
import { PLAN_AGAIN } from '../branch/restored-parts.ts'
import { stepBoxes } from './compaction-summary.ts'

type Planned = {
  /** The plans of the session, oldest first. */
  readonly plans: Readonly<Record<string, Plan>>
  /** True while nothing may be changed before the person has accepted a plan. */
  readonly inPlanMode: boolean
  /** The `index` of the step the agent carries out; missing where it does none. */
  readonly stepIndex?: number | undefined
  /** The replacement text of the history; null when it was dropped without one. */
  readonly summary: string | null
}

const PLAN_MODE =
  'Plan mode is on: nothing may be changed or run before the person has accepted a plan. Read what you need, and propose what you would do.'

/**
 * Returns the item that restores an agent's work state: its plan, its own list, its current step and plan
 * mode. Null when there is none, or a summary contains it all.
 */
export function planItem({ plans, inPlanMode, stepIndex, summary }: Planned): HarnessItem | null {
  const followed = currentPlan(plans)
  const own = Object.values(plans).findLast(({ source }) => source === 'todo') ?? null
  const open = [...new Set([followed, own])]
    .filter((plan) => plan !== null)
    .filter((plan) => !isPlanOver(plan))
  const blocks = [
    ...open.flatMap((plan) => {
      const at = plan === followed && plan.source !== 'todo' ? stepIndex : undefined
      const lines = stepBoxes(plan)
      return at === undefined && summary?.includes(lines) === true ? [] : [planLines(plan, lines, at)]
    }),
    ...(inPlanMode ? [PLAN_MODE] : []),
  ]
  if (blocks.length === 0) return null
  const said = [say(summary === null ? 'snip.planAgain' : 'compact.planAgain')]
  return {
    kind: PLAN_AGAIN,
    origin: 'system',
    content: [englishOf(said), ...blocks].join('\n\n'),
    visibility: 'compact',
    lifetime: 'session',
    placement: 'in-place',
    data: { said },
  }
}

function planLines(plan: Plan, boxes: string, stepIndex: number | undefined): string {
  const whose = plan.source === 'todo' ? 'Your list of steps' : 'The plan the person has accepted'
  const at = plan.steps.findIndex(({ index }) => index === stepIndex) + 1
  const step = at === 0 ? [] : [`You carry out step ${at} of it now, and only this one.`]
  return [`${whose}, as it stands. Its goal: ${plan.goal.replace(/\s+/g, ' ').trim()}`, boxes, ...step].join(
    '\n',
  )
}
