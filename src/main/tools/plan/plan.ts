import { z } from 'zod'
import { StepStatus } from '#shared/plan/plan.ts'
import { isOver } from '#shared/plan/plan-progress.ts'
import { defineTool, type Tool, type ToolPlanStep } from '../tool.ts'
import description from './plan.md?raw'

const PlanArgs = z.strictObject({
  goal: z.exactOptional(z.string().trim().min(1).max(500)),
  steps: z
    .array(
      z.strictObject({
        title: z.string().trim().min(1).max(300),
        status: StepStatus,
      }),
    )
    .min(1)
    .max(50),
})

/** The model's own list of steps, shown while it works. */
export function createPlanTool(): Tool {
  return defineTool({
    name: 'plan',
    title: 'Plan',
    description,
    schema: PlanArgs,
    parallel: false,
    access: 'read',
    plan: async ({ goal, steps }) => ({
      acts: [],
      preview: { kind: 'args', text: goal ?? steps.map(({ title }) => title).join('\n') },
    }),
    run: async ({ goal = null, steps: wanted }, context) => {
      const { steps, held } = oneAtATime(wanted)
      context.setPlan({ goal, steps })
      const left = steps.filter(({ status }) => !isOver(status)).length
      const done = steps.filter(({ status }) => status === 'completed').length
      return {
        text: [endOf(steps.length, left, done), ...held].join(' '),
        isError: false,
        details: { kind: 'plan', steps: steps.length, done },
      }
    },
  })
}

/** Lets the first running step run and holds the others, each with a word. */
function oneAtATime(wanted: readonly ToolPlanStep[]) {
  const first = wanted.find(({ status }) => status === 'running')
  const held: string[] = []
  const steps = wanted.map((step): ToolPlanStep => {
    if (first === undefined || step === first || step.status !== 'running') return step
    held.push(`Only one step runs at a time: "${step.title}" stays pending until "${first.title}" has ended.`)
    return { ...step, status: 'pending' }
  })
  return { steps, held }
}

function endOf(steps: number, left: number, done: number): string {
  if (left > 0) return `${left} of ${steps} steps left.`
  return done === steps ? 'Every step is done.' : `No step is left; ${done} of ${steps} are done.`
}
