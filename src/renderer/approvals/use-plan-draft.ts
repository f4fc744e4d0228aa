import { useState } from 'react'
import { type ProposedPlan, proposedSteps } from '#shared/plan/parse-plan.ts'
import type { Interaction } from '#shared/session/interaction.ts'
import { amendmentOf, draftOf, planOf } from './plan-draft.ts'

/** A plan that waits for the person, as it was proposed and as they change it. */
export function usePlanDraft(asked: Interaction) {
  const proposed = proposedIn(asked)
  const [draft, setDraft] = useState(() => draftOf(proposed))
  const [editing, setEditing] = useState(false)
  const plan = planOf(draft)
  return { draft, setDraft, editing, setEditing, plan, amendment: () => amendmentOf(draft, proposed) }
}

function proposedIn({ preview, prompt }: Interaction): ProposedPlan {
  if (preview?.kind !== 'plan') return { goal: prompt, steps: [] }
  return { goal: preview.goal, steps: proposedSteps(preview.steps) }
}
