import { z } from 'zod'
import { AppError } from '../errors.ts'
import { AgentId } from '../ids.ts'
import { parseJson } from '../parse-json.ts'
import { say } from '../sentences.ts'
import { isInOrder } from './plan-order.ts'

/** A proposed plan: its goal and its steps in order. */
export type ProposedPlan = { readonly goal: string; readonly steps: readonly ProposedStep[] }

const MOST_STEPS = 50
const LONGEST_STEP = 1_000
const LONGEST_GOAL = 500

const words = z.string().trim().min(1).max(LONGEST_STEP)
const more = {
  agentId: z.exactOptional(AgentId),
  dependsOn: z.exactOptional(z.array(z.number().int().min(0)).max(MOST_STEPS)),
}

/**
 * A proposed step. `agentId` is the agent for the step; missing means the agent of the chat. `dependsOn`
 * holds step positions, counted from 0; without it the step follows all earlier ones.
 */
export const ProposedStep = z.strictObject({ title: words, ...more })
export type ProposedStep = z.infer<typeof ProposedStep>

const named = (key: string) =>
  z.intersection(z.object({ [key]: words }), z.object(more)).transform((step): ProposedStep => {
    const { agentId, dependsOn } = step
    return {
      title: String(Reflect.get(step, key)),
      ...(agentId === undefined ? {} : { agentId }),
      ...(dependsOn === undefined ? {} : { dependsOn }),
    }
  })
const bare = words.transform((title): ProposedStep => ({ title }))
/** Models name the words of a step in many ways. */
const AnyStep = z.union([
  bare,
  named('title'),
  named('description'),
  named('step'),
  named('task'),
  named('text'),
])
const AnySteps = z.array(AnyStep).min(1).max(MOST_STEPS)
const AnyPlan = z.union([
  z.object({ steps: AnySteps, goal: z.exactOptional(z.string()) }),
  AnySteps.transform((steps) => ({ steps, goal: undefined })),
])

const goal = z.string().trim().min(1).max(LONGEST_GOAL)

/** A step of a plan that was changed: `index` names the step it was, and a new one has none. */
export const ChangedStep = ProposedStep.extend({ index: z.exactOptional(z.number().int().min(0)) })
export type ChangedStep = z.infer<typeof ChangedStep>

/**
 * A full replacement of the steps, including started ones, in the new order. Dependencies are positions, as
 * in proposals. `revision` is the plan revision the author saw.
 */
export const PLAN_CHANGE = {
  revision: z.number().int().min(0),
  goal,
  steps: z.array(ChangedStep).min(1).max(MOST_STEPS),
} as const

/** Arguments of a tool that takes a plan. */
export const PLAN_ARGS = z.strictObject({
  goal,
  steps: z
    .array(z.union([bare, ProposedStep]))
    .min(1)
    .max(MOST_STEPS)
    .refine(isInOrder, 'wait for each other in a circle, or for steps that are not there'),
})

/**
 * Parses a plan from JSON, also inside a code fence or surrounding text. Throws `plan.parse` when there is no
 * plan, no steps, an empty step or a dependency cycle. `goal` is the fallback goal.
 */
export function parsePlan(raw: string, goal: string): ProposedPlan {
  for (const json of candidates(raw)) {
    const read = AnyPlan.safeParse(json)
    if (!read.success) continue
    if (!isInOrder(read.data.steps)) throw AppError.saying('plan.parse', say('plan.circle'))
    const named = read.data.goal?.trim() ?? ''
    return { goal: (named === '' ? goal.trim() : named).slice(0, LONGEST_GOAL), steps: read.data.steps }
  }
  throw AppError.saying('plan.parse', say('plan.unreadable', { most: String(MOST_STEPS) }))
}

/** Everything in a text that could be the plan, the likeliest first. */
function candidates(raw: string): unknown[] {
  const fenced = [...raw.matchAll(/```[\w-]*[^\S\n]*\n([\s\S]*?)```/g)].map(([, inside]) => inside ?? '')
  const texts = [raw, ...fenced, between(raw, '{', '}'), between(raw, '[', ']')]
  return texts.flatMap((text) => {
    try {
      return [parseJson(text)]
    } catch (error) {
      if (error instanceof SyntaxError) return []
      throw error
    }
  })
}

function between(text: string, open: string, close: string): string {
  const [from, to] = [text.indexOf(open), text.lastIndexOf(close)]
  return from === -1 || to < from ? '' : text.slice(from, to + 1)
}
