import type { ProposedPlan } from '#shared/plan/parse-plan.ts'
import { planWords } from '#shared/plan/plan-words.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { ContentBoundary } from '../../ui/text/ContentBoundary.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import { StepTerms } from './StepTerms.tsx'

/** Shows a plan as it would be carried out: goal and steps with agents and dependencies. */
export function PlanShown(plan: ProposedPlan) {
  return (
    <ContentBoundary source={() => planWords(plan)}>
      <Plan {...plan} />
    </ContentBoundary>
  )
}

function Plan({ goal, steps }: ProposedPlan) {
  const t = useText()
  return (
    <div className="grid gap-2">
      <p className="break-words font-medium">
        <ForeignText text={goal} lines prose />
      </p>
      <ol aria-label={t('chat.plan')} className="grid list-decimal gap-1 pl-6 text-fg-2 marker:text-fg-3">
        {steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the plan
          <li key={at} className="break-words pl-1">
            <ForeignText text={step.title} lines prose /> <StepTerms {...step} />
          </li>
        ))}
      </ol>
    </div>
  )
}
