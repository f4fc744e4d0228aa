import type { Step } from '#shared/plan/plan.ts'
import { StepTerms } from '../../../approvals/plans/StepTerms.tsx'
import { STEP_MARKS } from '../../../approvals/plans/step-marks.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { Mark } from '../../../ui/controls/Mark.tsx'

type PlanStepsProps = {
  readonly steps: readonly Pick<Step, 'title' | 'status' | 'error' | 'agentId' | 'dependsOn'>[]
  /** The mark of the current step: waiting for the person, or paused. Missing: running. */
  readonly running?: 'wait' | 'pause' | undefined
}

/** The steps of a plan in order, each with its state as a mark and a word. */
export function PlanSteps({ steps, running }: PlanStepsProps) {
  const t = useText()
  return (
    <ol aria-label={t('chat.plan')}>
      {steps.map(({ title, status, error, agentId, dependsOn }, index) => {
        const now = status === 'running'
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the plan
            key={index}
            {...(now ? { 'aria-current': 'step' } : {})}
            className={classNames(
              'flex min-h-5 gap-2 py-0.5 text-sm',
              now ? 'font-medium text-fg' : 'text-fg-2',
            )}
          >
            <Mark
              state={now ? (running ?? 'run') : STEP_MARKS[status]}
              {...(status === 'skipped' ? { label: t('chat.plan.skipped') } : {})}
            />
            <span className="grid min-w-0 gap-0.5 break-words">
              <span className={classNames(status === 'skipped' && 'text-fg-3 line-through')}>{title}</span>
              <StepTerms {...(agentId && { agentId })} {...(dependsOn && { dependsOn })} />
              {error === undefined ? null : <span className="text-bad-fg text-xs">{error.message}</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
