import type { ProposedPlan } from '#shared/plan/parse-plan.ts'
import { proposedSteps } from '#shared/plan/plan-words.ts'
import type { Interaction } from '#shared/session/interaction.ts'
import { useKeptPlan } from './KeptPlans.tsx'
import { amendmentOf, type Doer, draftOf, type PlanDraft, planOf, unknownDoers } from './plan-draft.ts'

/** A plan that waits for the person, as it was proposed and as they change it. It cannot be accepted while it names agents that are not there. */
export function usePlanDraft(asked: Interaction, doers: readonly Doer[] | null) {
  const proposed = proposedIn(asked)
  const [kept, keep] = useKeptPlan(asked.requestId, () => ({
    draft: draftOf(proposed),
    editing: false,
    reason: '',
  }))
  const { draft } = kept
  const plan = unknownDoers(draft, doers).length > 0 ? null : planOf(draft)
  return {
    ...kept,
    setDraft: (changed: PlanDraft) => keep({ draft: changed }),
    setEditing: (editing: boolean) => keep({ editing }),
    setReason: (reason: string) => keep({ reason }),
    plan,
    amendment: () => amendmentOf(draft, proposed),
  }
}

function proposedIn({ preview, prompt }: Interaction): ProposedPlan {
  if (preview?.kind !== 'plan') return { goal: prompt, steps: [] }
  return { goal: preview.goal, steps: proposedSteps(preview.steps) }
}
