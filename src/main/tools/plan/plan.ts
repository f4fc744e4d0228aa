import { z } from 'zod'
import { defineTool, type Tool } from '../tool.ts'
import description from './plan.md?raw'

const PlanArgs = z.strictObject({
  goal: z.string().trim().min(1).max(500),
  steps: z
    .array(
      z.strictObject({
        title: z.string().trim().min(1).max(300),
        status: z.enum(['pending', 'running', 'completed']),
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
      const left = args.steps.filter((step) => step.status !== 'completed').length
      const text = left === 0 ? 'Every step is done.' : `${left} of ${args.steps.length} steps left.`
      return { text, isError: false, details: { kind: 'plan', steps: args.steps.length } }
    },
  })
}
