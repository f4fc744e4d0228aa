import type { PULL_CALLS } from '#shared/ipc/calls/pull-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { Pulls } from '../pulls/open-pulls.ts'

type Rooms = {
  readonly pulls: Pulls
  /** Ends with the app. */
  readonly signal: AbortSignal
}

/** Creates the handlers for pull requests. */
export function createPullHandlers({ pulls, signal }: Rooms): Pick<Handlers, keyof typeof PULL_CALLS> {
  return {
    'pulls.get': ({ projectId }) => pulls.get(projectId, signal),
    'pulls.draft': ({ projectId }) => pulls.draft(projectId, signal),
    'pulls.create': async ({ projectId, ...request }) => {
      await pulls.create(projectId, request, signal)
      return null
    },
    'pulls.merge': async ({ projectId, ...request }) => {
      await pulls.merge(projectId, request, signal)
      return null
    },
  }
}
