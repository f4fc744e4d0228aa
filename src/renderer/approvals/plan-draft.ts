import type { ProposedPlan, ProposedStep } from '#shared/plan/parse-plan.ts'

/** A step while it is edited. `key` stays with it wherever it is moved; `needs` are the keys of those it waits for. */
type DraftStep = {
  readonly key: number
  readonly text: string
  readonly agentId?: ProposedStep['agentId']
  readonly needs?: readonly number[]
}

/** A plan while the person changes it. */
export type PlanDraft = {
  readonly goal: string
  readonly steps: readonly DraftStep[]
  readonly nextKey: number
}

/** A plan as it was proposed, ready to be changed. */
export function draftOf({ goal, steps }: ProposedPlan): PlanDraft {
  const drafts = steps.map(
    ({ title, agentId, dependsOn }, key): DraftStep => ({
      ...{ key, text: title },
      ...(agentId === undefined ? {} : { agentId }),
      ...(dependsOn === undefined ? {} : { needs: dependsOn }),
    }),
  )
  return { goal, steps: drafts, nextKey: steps.length }
}

/** Says a step in other words. */
export function reworded(draft: PlanDraft, key: number, text: string): PlanDraft {
  return { ...draft, steps: draft.steps.map((step) => (step.key === key ? { ...step, text } : step)) }
}

/** Takes a step out. */
export function without(draft: PlanDraft, key: number): PlanDraft {
  return { ...draft, steps: draft.steps.filter((step) => step.key !== key) }
}

/** Adds an empty step at the end. */
export function withOneMore({ goal, steps, nextKey }: PlanDraft): PlanDraft {
  return { goal, steps: [...steps, { key: nextKey, text: '' }], nextKey: nextKey + 1 }
}

/** Moves a step one place up (-1) or down (1); the same draft where there is no such place. */
export function moved(draft: PlanDraft, key: number, by: -1 | 1): PlanDraft {
  const from = draft.steps.findIndex((step) => step.key === key)
  const [step, other] = [draft.steps[from], draft.steps[from + by]]
  if (step === undefined || other === undefined) return draft
  const steps = [...draft.steps]
  steps[from] = other
  steps[from + by] = step
  return { ...draft, steps }
}

/**
 * The plan as it would be accepted: without empty steps, and without waiting for one that was taken out. Null when
 * nothing is left to accept.
 */
export function planOf({ goal, steps }: PlanDraft): ProposedPlan | null {
  const kept = steps.filter(({ text }) => text.trim() !== '')
  if (kept.length === 0 || goal.trim() === '') return null
  const placeOf = new Map(kept.map(({ key }, place) => [key, place]))
  const proposed = kept.map(
    ({ text, agentId, needs }): ProposedStep => ({
      title: text.trim(),
      ...(agentId === undefined ? {} : { agentId }),
      ...(needs === undefined ? {} : { dependsOn: needs.flatMap((key) => placeOf.get(key) ?? []) }),
    }),
  )
  return { goal: goal.trim(), steps: proposed }
}

/** What is sent when it is accepted; nothing where the person has changed nothing. */
export function amendmentOf(draft: PlanDraft, proposed: ProposedPlan): string | undefined {
  const plan = planOf(draft)
  const before = planOf(draftOf(proposed))
  return plan === null || JSON.stringify(plan) === JSON.stringify(before) ? undefined : JSON.stringify(plan)
}
