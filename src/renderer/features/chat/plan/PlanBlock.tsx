import type { Plan } from '#shared/plan/plan.ts'
import { byPlace } from '#shared/plan/plan-order.ts'
import { currentPlan, isDone } from '#shared/plan/plan-progress.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { useChat, useSession } from '../chat-context.ts'
import { Block } from '../inspector/Block.tsx'
import { usePlanChange } from './open-plan-change.ts'
import { PlanSteps } from './PlanSteps.tsx'

/** The plan the open chat follows: what for, and how far each step is. */
export function PlanBlock() {
  const t = useText()
  const plan = useSession((state) => currentPlan(state.folds.plans))
  const waits = useSession((state) => Object.keys(state.folds.interactions).length > 0)
  const resting = useSession((state) =>
    Object.values(state.folds.runs).every((run) => isTerminal(run.status)),
  )
  const isChat = useSession((state) => state.folds.session?.kind === 'chat')
  if (plan === null || plan.steps.length === 0) {
    return (
      <Block title={t('chat.plan')}>
        <p className="text-fg-3 text-xs">{t('chat.plan.none')}</p>
      </Block>
    )
  }
  const done = plan.steps.filter((step) => step.status === 'completed').length
  const isFollowed = isChat && plan.source !== 'todo' && !plan.steps.every(isDone)
  return (
    <Block title={t('chat.plan')} right={t('chat.doneOf', { done, total: plan.steps.length })}>
      <p className="break-words text-fg-2 text-sm">{plan.goal}</p>
      <PlanSteps steps={byPlace(plan.steps)} running={waits ? 'wait' : resting ? 'pause' : undefined} />
      {isFollowed ? <FollowedPlan plan={plan} resting={resting} /> : null}
    </Block>
  )
}

/** Shows a plan whose remaining steps can be edited, also while it runs; an idle one can be resumed. */
function FollowedPlan({ plan, resting }: { readonly plan: Plan; readonly resting: boolean }) {
  const t = useText()
  const { api, app } = useChat()
  const sessionId = useSession((state) => state.sessionId)
  const change = usePlanChange()
  if (sessionId === null) return null
  return (
    <div className="flex flex-wrap gap-2">
      {!resting ? null : (
        <Button size="small" onClick={() => app.attempt(api.command('plan.goOn', { sessionId }))}>
          {t('chat.plan.goOn')}
        </Button>
      )}
      {change === null ? null : (
        <Button
          size="small"
          look="ghost"
          {...(resting ? {} : { className: '-ml-2' })}
          onClick={() => change(plan)}
        >
          {t('chat.plan.change')}
        </Button>
      )}
    </div>
  )
}
