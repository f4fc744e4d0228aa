import { useRef } from 'react'
import type { ProposedPlan } from '#shared/plan/parse-plan.ts'
import { proposedSteps } from '#shared/plan/plan-words.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import { useKeptPlan } from './KeptPlans.tsx'
import {
  amendmentOf,
  type Doer,
  draftOf,
  type PlanDraft,
  planAsItStands,
  planOf,
  unknownDoers,
} from './plan-draft.ts'

/** A plan that waits for the person, as it was proposed and as they change it. It cannot be accepted while something is wrong with it. */
export function usePlanDraft(asked: Interaction, doers: readonly Doer[] | null) {
  const proposed = proposedIn(asked)
  const [kept, keep] = useKeptPlan(asked.requestId, () => ({
    draft: draftOf(proposed),
    editing: false,
    reason: '',
  }))
  const fields = useRef<HTMLDivElement>(null)
  const { draft, editing } = kept
  const canAccept = planOf(draft) !== null && unknownDoers(draft, doers).length === 0
  return {
    ...kept,
    /** The plan editor. */
    fields,
    shown: planAsItStands(draft),
    canAccept,
    setDraft: (changed: PlanDraft) => keep({ draft: changed }),
    /** Begins to change it, or ends that. While something is wrong it leads there instead. */
    toggleEditing: () => {
      if (editing && !canAccept) leadToProblem(fields.current)
      else keep({ editing: !editing })
    },
    setReason: (reason: string) => keep({ reason }),
    amendment: () => amendmentOf(draft, proposed),
  }
}

function leadToProblem(fields: HTMLElement | null): void {
  const wrong = fields?.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (wrong) wrong.focus()
  else fields?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' })
}

function proposedIn({ preview, prompt }: Interaction): ProposedPlan {
  if (preview?.kind !== 'plan') return { goal: prompt, steps: [] }
  return { goal: preview.goal, steps: proposedSteps(preview.steps) }
}
