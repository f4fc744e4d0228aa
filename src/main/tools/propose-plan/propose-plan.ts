import { PLAN_ARGS, planWords } from '#shared/plan/parse-plan.ts'
import { defineTool, type Tool } from '../tool.ts'
import description from './propose-plan.md?raw'

/** Lets an agent put a plan to the person. An accepted one is carried out step by step by others. */
export function createProposePlanTool(): Tool {
  return defineTool({
    name: 'propose_plan',
    title: 'Propose a plan',
    description,
    schema: PLAN_ARGS,
    parallel: false,
    access: 'read',
    plan: async (proposed) => ({ acts: [], preview: { kind: 'args', text: planWords(proposed) } }),
    run: async (proposed, context, signal) => {
      const decision = await context.approvePlan(proposed, signal)
      if (!decision.accepted) {
        const why = decision.reason === '' ? '' : ` They say: ${decision.reason}`
        return { text: `The person did not accept the plan.${why}`, isError: true }
      }
      const { plan } = decision
      context.acceptPlan(plan)
      const text = `The person has accepted this plan. It is carried out from here on, step by step.\n\n${planWords(plan)}`
      return { text, isError: false, details: { kind: 'plan', steps: plan.steps.length } }
    },
  })
}
