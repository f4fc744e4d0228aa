import type { ProposedPlan, ProposedStep } from './parse-plan.ts'

/** The steps of a plan as they were stored: as words alone, or with everything. */
export function proposedSteps(stored: readonly (string | ProposedStep)[]): ProposedStep[] {
  return stored.map((step) => (typeof step === 'string' ? { title: step } : step))
}

/** A proposed plan as people read it. */
export function planWords({ goal, steps }: ProposedPlan): string {
  const lines = steps.map((step, at) => `${at + 1}. ${step.title.replace(/\s+/g, ' ')}${termsOf(step)}`)
  return [goal, '', ...lines].join('\n')
}

function termsOf({ agentId, dependsOn }: ProposedStep): string {
  const after = dependsOn === undefined ? [] : dependsOn.map((need) => need + 1)
  const terms = [
    ...(agentId === undefined ? [] : [`by ${agentId}`]),
    ...(dependsOn === undefined ? [] : [after.length === 0 ? 'at once' : `after ${after.join(', ')}`]),
  ]
  return terms.length === 0 ? '' : ` (${terms.join(', ')})`
}
