import type { ProposedStep } from '#shared/plan/parse-plan.ts'
import { useText } from '../messages/TextProvider.tsx'

/** Which agent a step is given to and what it waits for, where the plan says so. */
export function StepTerms({ agentId, dependsOn }: Pick<ProposedStep, 'agentId' | 'dependsOn'>) {
  const t = useText()
  const after = (dependsOn ?? []).map((need) => need + 1).join(', ')
  const terms = [
    ...(agentId === undefined ? [] : [t('chat.plan.by', { agent: agentId })]),
    ...(dependsOn === undefined
      ? []
      : [after === '' ? t('chat.plan.atOnce') : t('chat.plan.after', { after })]),
  ]
  return terms.length === 0 ? null : <span className="text-fg-3 text-xs">{terms.join(' · ')}</span>
}
