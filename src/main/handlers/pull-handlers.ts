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
    'pulls.get': ({ placeId }) => pulls.get(placeId, signal),
    'pulls.draft': ({ placeId }) => pulls.draft(placeId, signal),
    'pulls.create': async ({ placeId, ...request }) => {
      await pulls.create(placeId, request, signal)
      return null
    },
    'pulls.merge': async ({ placeId, ...request }) => {
      await pulls.merge(placeId, request, signal)
      return null
    },
  }
}
