import { useText } from '../../messages/TextProvider.tsx'
import { sentences } from '../../ui/base/sentences.ts'
import { FieldError } from '../../ui/controls/Field.tsx'
import { type Doer, hasCircle, type PlanDraft, unknownDoers } from './plan-draft.ts'

type PlanProblemProps = { readonly draft: PlanDraft; readonly doers: readonly Doer[] | null }

/**
 * Shows why a plan cannot be carried out; empty for a valid one. Errors of a field are shown at the field.
 */
export function PlanProblem({ draft, doers }: PlanProblemProps) {
  const t = useText()
  const gone = unknownDoers(draft, doers)
  const problems = [
    ...(draft.steps.length === 0 ? [t('chat.plan.noSteps')] : []),
    ...(hasCircle(draft) ? [t('chat.plan.circle')] : []),
    ...(gone.length === 0 ? [] : [t('chat.plan.unknown', { agents: gone.join(', ') })]),
  ]
  return problems.length === 0 ? null : <FieldError>{sentences(t, problems)}</FieldError>
}
