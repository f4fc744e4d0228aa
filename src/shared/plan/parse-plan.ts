import { z } from 'zod'
import { AppError } from '../errors.ts'
import { say } from '../sentences.ts'

/** A plan nobody has accepted yet: what for, and its steps in order. */
export type ProposedPlan = { readonly goal: string; readonly steps: readonly string[] }

const MOST_STEPS = 50
const LONGEST_STEP = 1_000
const LONGEST_GOAL = 500

const words = z.string().trim().min(1).max(LONGEST_STEP)
const named = (key: string) => z.object({ [key]: words }).transform((step) => step[key] ?? '')
/** Models name the words of a step in many ways. */
const AnyStep = z.union([
  words,
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

/** What a tool that takes a plan asks for. */
export const PLAN_ARGS = z.strictObject({
  goal: z.string().trim().min(1).max(LONGEST_GOAL),
  steps: z.array(words).min(1).max(MOST_STEPS),
})

/**
 * Reads a plan that somebody wrote as JSON, also inside a code fence or among other words. Throws `plan.parse` when
 * there is none, when it has no steps, or when a step has no words. `goal` is used where it names none.
 */
export function parsePlan(raw: string, goal: string): ProposedPlan {
  for (const json of candidates(raw)) {
    const read = AnyPlan.safeParse(json)
    if (!read.success) continue
    const named = read.data.goal?.trim() ?? ''
    return { goal: (named === '' ? goal.trim() : named).slice(0, LONGEST_GOAL), steps: read.data.steps }
  }
  throw AppError.saying('plan.parse', say('plan.unreadable', { most: String(MOST_STEPS) }))
}

/** Everything in a text that could be the plan, the likeliest first. */
function candidates(raw: string): unknown[] {
  const fenced = [...raw.matchAll(/```[\w-]*\s*\n([\s\S]*?)```/g)].map(([, inside]) => inside ?? '')
  const texts = [raw, ...fenced, between(raw, '{', '}'), between(raw, '[', ']')]
  return texts.flatMap((text) => {
    try {
      return [JSON.parse(text)]
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

/** A proposed plan as people read it. */
export function planWords({ goal, steps }: ProposedPlan): string {
  return [goal, '', ...steps.map((step, at) => `${at + 1}. ${step.replace(/\s+/g, ' ')}`)].join('\n')
}
