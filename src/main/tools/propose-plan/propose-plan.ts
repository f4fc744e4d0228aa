import type { Tool } from '../tool.ts'
import { createPlanTool } from './plan-tool.ts'
import description from './propose-plan.md?raw'

/** Lets an agent put a plan to the person. An accepted one is carried out step by step by others. */
export function createProposePlanTool(): Tool {
  return createPlanTool({
    description,
    accepted: (plan, context) => context.acceptPlan(plan),
    told: 'It is carried out from here on, step by step.',
  })
}
