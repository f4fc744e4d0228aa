import { z } from 'zod'
import { StepStatus } from '#shared/plan/plan.ts'
import { isOver } from '#shared/plan/plan-progress.ts'
import { defineTool, type Tool } from '../tool.ts'
import description from './plan.md?raw'

const PlanArgs = z.strictObject({
  goal: z.string().trim().min(1).max(500),
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
    plan: async ({ goal }) => ({ acts: [], preview: { kind: 'args', text: goal } }),
    run: async (args, context) => {
      context.setPlan(args)
      const steps = args.steps.length
      const left = args.steps.filter(({ status }) => !isOver(status)).length
      const done = args.steps.filter(({ status }) => status === 'completed').length
      return { text: endOf(steps, left, done), isError: false, details: { kind: 'plan', steps, done } }
    },
  })
}

function endOf(steps: number, left: number, done: number): string {
  if (left > 0) return `${left} of ${steps} steps left.`
  return done === steps ? 'Every step is done.' : `No step is left; ${done} of ${steps} are done.`
}
