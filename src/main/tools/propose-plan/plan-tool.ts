import type { ProposedPlan } from '#shared/plan/parse-plan.ts'
import { PLAN_ARGS } from '#shared/plan/parse-plan.ts'
import { planWords } from '#shared/plan/plan-words.ts'
import { defineTool, type Tool, type ToolContext } from '../tool.ts'

type PlanTool = {
  /** The description for the model. */
  readonly description: string
  /** Throws, worded for the model, when a plan cannot be carried out as it stands. */
  readonly check: (plan: ProposedPlan, context: ToolContext) => Promise<void>
  /** Handles the accepted plan. */
  readonly accepted: (plan: ProposedPlan, context: ToolContext) => void
  /** The result text for the model. */
  readonly told: string
}

/** A tool that puts a plan to the person, who may change it, and waits for what they decide. */
export function createPlanTool({ description, check, accepted, told }: PlanTool): Tool {
  return defineTool({
    name: 'propose_plan',
    title: 'Propose a plan',
    description,
    schema: PLAN_ARGS,
    parallel: false,
    access: 'read',
    plan: async (proposed) => ({ acts: [], preview: { kind: 'args', text: planWords(proposed) } }),
    run: async (proposed, context, signal) => {
      await check(proposed, context)
      const decision = await context.approvePlan(proposed, signal)
      if (!decision.accepted) {
        const why = decision.reason === '' ? '' : ` They say: ${decision.reason}`
        return {
          text: `The person did not accept the plan.${why}`,
          isError: true,
          details: { kind: 'plan', steps: proposed.steps.length, refused: true },
        }
      }
      const { plan } = decision
      await check(plan, context)
      accepted(plan, context)
      const text = `The person has accepted this plan. ${told}\n\n${planWords(plan)}`
      return { text, isError: false, details: { kind: 'plan', steps: plan.steps.length, goal: plan.goal } }
    },
  })
}
