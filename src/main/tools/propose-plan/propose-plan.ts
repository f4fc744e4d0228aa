import type { ProposedPlan } from '#shared/plan/parse-plan.ts'
import type { Tool, ToolContext } from '../tool.ts'
import { createPlanTool } from './plan-tool.ts'
import description from './propose-plan.md?raw'

/** Throws, worded for the model, when a step names an agent without delegation. */
export type CheckDoers = (plan: ProposedPlan, context: Pick<ToolContext, 'sessionId'>) => Promise<void>

/** Lets an agent put a plan to the person. An accepted one is carried out step by step by others. */
export function createProposePlanTool(check: CheckDoers): Tool {
  return createPlanTool({
    description,
    check,
    accepted: (plan, context) => context.acceptPlan(plan),
    told: 'It is carried out from here on, step by step.',
  })
}
