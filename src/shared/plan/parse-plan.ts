import { z } from 'zod'
import { AppError } from '../errors.ts'
import { AgentId } from '../ids.ts'
import { parseJson } from '../parse-json.ts'
import { say } from '../sentences.ts'
import { isInOrder } from './plan-order.ts'

/** A plan nobody has accepted yet: what for, and its steps in order. */
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
 * A step nobody has accepted yet. `agentId` is who is given it as a task; nobody named means the agent of the chat.
 * `dependsOn` are the places of the steps it needs, counted from 0; without them it follows all in front of it.
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
 * All steps of a plan in the order they shall have, also those that have begun. They wait for places, as proposed ones
 * do. `revision` is that of the plan somebody had before their eyes.
 */
export const PLAN_CHANGE = {
  ...{ revision: z.number().int().min(0), goal },
  steps: z.array(ChangedStep).min(1).max(MOST_STEPS),
} as const

/** What a tool that takes a plan asks for. */
export const PLAN_ARGS = z.strictObject({
  goal,
  steps: z
    .array(z.union([bare, ProposedStep]))
    .min(1)
    .max(MOST_STEPS)
    .refine(isInOrder, 'wait for each other in a circle, or for steps that are not there'),
})

/**
 * Reads a plan that somebody wrote as JSON, also inside a code fence or among other words. Throws `plan.parse` when
 * there is none, when it has no steps, when a step has no words, or when steps wait for each other. `goal` is used
 * where it names none.
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
