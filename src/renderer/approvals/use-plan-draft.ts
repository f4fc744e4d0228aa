import { useState } from 'react'
import { type ProposedPlan, proposedSteps } from '#shared/plan/parse-plan.ts'
import type { Interaction } from '#shared/session/interaction.ts'
import { amendmentOf, type Doer, draftOf, planOf, unknownDoers } from './plan-draft.ts'

/** A plan that waits for the person, as it was proposed and as they change it. It cannot be accepted while it names agents that are not there. */
export function usePlanDraft(asked: Interaction, doers: readonly Doer[] | null) {
  const proposed = proposedIn(asked)
  const [draft, setDraft] = useState(() => draftOf(proposed))
  const [editing, setEditing] = useState(false)
  const plan = unknownDoers(draft, doers).length > 0 ? null : planOf(draft)
  return { draft, setDraft, editing, setEditing, plan, amendment: () => amendmentOf(draft, proposed) }
}

function proposedIn({ preview, prompt }: Interaction): ProposedPlan {
  if (preview?.kind !== 'plan') return { goal: prompt, steps: [] }
  return { goal: preview.goal, steps: proposedSteps(preview.steps) }
}
