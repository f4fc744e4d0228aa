import type { ProposedStep } from '#shared/plan/parse-plan.ts'
import { type Text, useText } from '../../messages/TextProvider.tsx'

type Terms = Pick<ProposedStep, 'agentId' | 'dependsOn'>

/** Shows the agent and dependencies of a step, if set. */
export function StepTerms(terms: Terms) {
  const words = termsOf(useText(), terms)
  return words === '' ? null : <span className="text-fg-3 text-xs">{words}</span>
}

/** The same as words; empty where the plan says nothing of it. */
export function termsOf(t: Text, { agentId, dependsOn }: Terms): string {
  const after = (dependsOn ?? []).map((need) => need + 1).join(', ')
  return [
    ...(agentId === undefined ? [] : [t('chat.plan.by', { agent: agentId })]),
    ...(dependsOn === undefined
      ? []
      : [after === '' ? t('chat.plan.atOnce') : t('chat.plan.after', { after })]),
  ].join(' · ')
}
