import type { SessionId } from '#shared/ids.ts'
import type { Tool } from '../tool.ts'
import description from './member-plan.md?raw'
import { createPlanTool } from './plan-tool.ts'

export type MemberPlanDeps = {
  /** The plan of a teammate was accepted: it may do what its chat may. */
  readonly planAccepted: (sessionId: SessionId) => void
}

/** Lets a teammate put its plan to the person. It carries out an accepted one itself. */
export function createMemberPlanTool(deps: () => MemberPlanDeps): Tool {
  return createPlanTool({
    description,
    // The planning agent does all steps itself, whatever the assignment says.
    check: async () => undefined,
    accepted: (_plan, { sessionId }) => deps().planAccepted(sessionId),
    told: 'You may change files now, as far as your chat may; carry the plan out.',
  })
}
