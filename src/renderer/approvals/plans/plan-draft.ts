import type { ChangedStep, ProposedPlan, ProposedStep } from '#shared/plan/parse-plan.ts'
import type { Plan, Step, StepStatus } from '#shared/plan/plan.ts'
import { isInOrder } from '#shared/plan/plan-order.ts'

/** A step while it is edited. `key` stays with it wherever it is moved; `needs` are the keys of those it waits for. */
type DraftStep = {
  readonly key: number
  readonly text: string
  readonly agentId?: ProposedStep['agentId']
  readonly needs?: readonly number[]
}

/** The status of settled steps of a draft, by key. */
export type Settled = ReadonlyMap<number, StepStatus>

/** An agent that can do a step. */
export type Doer = { readonly id: string; readonly name: string }

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
      key,
      text: title,
      ...(agentId === undefined ? {} : { agentId }),
      ...(dependsOn === undefined ? {} : { needs: dependsOn }),
    }),
  )
  return { goal, steps: drafts, nextKey: steps.length }
}

/** A plan that was accepted, ready to be changed. The keys are what its steps are called in the plan. */
export function draftOfPlan({ goal, steps }: Pick<Plan, 'goal' | 'steps'>): PlanDraft {
  return { goal, steps: steps.map(draftStep), nextKey: Math.max(-1, ...steps.map(({ index }) => index)) + 1 }
}

function draftStep({ index, title, agentId, dependsOn }: Step): DraftStep {
  return {
    key: index,
    text: title,
    ...(agentId === undefined ? {} : { agentId }),
    ...(dependsOn === undefined ? {} : { needs: dependsOn }),
  }
}

/** Returns the draft with all settled steps as in the plan, even if they were removed. */
export function withSettled(
  draft: PlanDraft,
  { steps: all }: Pick<Plan, 'steps'>,
  settled: Settled,
): PlanDraft {
  let { steps } = draft
  for (const [place, step] of all.entries()) {
    if (!settled.has(step.index)) continue
    const stays = draftStep(step)
    steps = steps.some(({ key }) => key === stays.key)
      ? steps.map((each) => (each.key === stays.key ? stays : each))
      : steps.toSpliced(place, 0, stays)
  }
  return { ...draft, steps }
}

/** Rewords a step. */
export function reworded(draft: PlanDraft, key: number, text: string): PlanDraft {
  return withStep(draft, key, (step) => ({ ...step, text }))
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

/** Gives a step to an agent; null leaves it to the agent of the chat. */
export function givenTo(draft: PlanDraft, key: number, doer: ProposedStep['agentId'] | null): PlanDraft {
  return withStep(draft, key, ({ agentId: _, ...step }) =>
    doer === null || doer === undefined ? step : { ...step, agentId: doer },
  )
}

/** Sets the dependencies of a step by key; null makes it follow all earlier ones. */
export function waitingFor(draft: PlanDraft, key: number, needs: readonly number[] | null): PlanDraft {
  return withStep(draft, key, ({ needs: _, ...step }) => (needs === null ? step : { ...step, needs }))
}

/** Whether the dependencies form a cycle, so that no step could start. */
export function hasCircle({ steps }: PlanDraft): boolean {
  return !isInOrder(asProposed(steps))
}

/** Returns the assigned agents that do not exist, if the existing ones are known. */
export function unknownDoers({ steps }: PlanDraft, doers: readonly Doer[] | null): readonly string[] {
  if (doers === null || doers.length === 0) return []
  const named = new Set(steps.flatMap(({ agentId }) => agentId ?? []))
  return [...named].filter((agentId) => !doers.some(({ id }) => id === agentId))
}

function withStep(draft: PlanDraft, key: number, change: (step: DraftStep) => DraftStep): PlanDraft {
  return { ...draft, steps: draft.steps.map((step) => (step.key === key ? change(step) : step)) }
}

/** Whether a goal or step is blank. */
export const isBlank = (words: string): boolean => words.trim() === ''

/** Returns the current plan, valid or not. Dependencies on removed steps are dropped. */
export function planAsItStands({ goal, steps }: PlanDraft): ProposedPlan {
  return { goal: goal.trim(), steps: asProposed(steps) }
}

/** The plan as it would be accepted; null while the goal or a step is empty, nothing is left, or steps wait for each other. */
export function planOf(draft: PlanDraft): ProposedPlan | null {
  const { goal, steps } = draft
  if (isBlank(goal) || steps.length === 0 || steps.some(({ text }) => isBlank(text))) return null
  return hasCircle(draft) ? null : planAsItStands(draft)
}

/** A plan as it shall be from now on: what is new in it has no index. Null where it cannot be carried out. */
export function changeOf(
  draft: PlanDraft,
  before: Pick<Plan, 'steps'>,
): { readonly goal: string; readonly steps: ChangedStep[] } | null {
  const plan = planOf(draft)
  if (plan === null) return null
  const steps = plan.steps.map((step, at): ChangedStep => {
    const known = before.steps.find(({ index }) => index === draft.steps[at]?.key)
    return known === undefined ? step : { ...step, index: known.index }
  })
  return { goal: plan.goal, steps }
}

/** Steps as main reads them: what they wait for by place. What is not among them is waited for no more. */
function asProposed(steps: readonly DraftStep[]): ProposedStep[] {
  const placeOf = new Map(steps.map(({ key }, place) => [key, place]))
  return steps.map(
    ({ text, agentId, needs }): ProposedStep => ({
      title: text.trim(),
      ...(agentId === undefined ? {} : { agentId }),
      ...(needs === undefined ? {} : { dependsOn: needs.flatMap((key) => placeOf.get(key) ?? []) }),
    }),
  )
}

/** Returns the amendment sent on acceptance; undefined for an unchanged plan. */
export function amendmentOf(draft: PlanDraft, proposed: ProposedPlan): string | undefined {
  const plan = planOf(draft)
  const before = planOf(draftOf(proposed))
  return plan === null || JSON.stringify(plan) === JSON.stringify(before) ? undefined : JSON.stringify(plan)
}
