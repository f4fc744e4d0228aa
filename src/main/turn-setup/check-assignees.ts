import type { ProjectId, SessionId } from '#shared/ids.ts'
import { checkDoers } from '../agents/definitions/delegation.ts'
import type { Definitions } from '../app/tools/open-definitions.ts'
import type { CheckDoers } from '../tools/propose-plan/propose-plan.ts'

/** Looks whether everybody a plan gives steps to is there, where the chat that planned is. */
export function createCheckAssignees(
  projectOf: (sessionId: SessionId) => ProjectId | null,
  definitions: () => Pick<Definitions, 'agents'>,
): CheckDoers {
  return async ({ steps }, { sessionId }) =>
    checkDoers(steps, await definitions().agents.all(projectOf(sessionId)))
}
