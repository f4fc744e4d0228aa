import type { SessionId } from '#shared/ids.ts'
import { PLAN_ARGS, planWords } from '#shared/plan/parse-plan.ts'
import { defineTool, type Tool } from '../../tools/tool.ts'
import description from './member-plan.md?raw'

export type MemberPlanDeps = {
  /** The plan of a teammate was accepted: it may do what its chat may. */
  readonly planAccepted: (sessionId: SessionId) => void
}

/** Lets a teammate put its plan to the person. It carries out an accepted one itself. */
export function createMemberPlanTool(deps: () => MemberPlanDeps): Tool {
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
      deps().planAccepted(context.sessionId)
      const { plan } = decision
      const text = `The person has accepted this plan. You may change files now, as far as your chat may; carry the plan out.\n\n${planWords(plan)}`
      return { text, isError: false, details: { kind: 'plan', steps: plan.steps.length } }
    },
  })
}
