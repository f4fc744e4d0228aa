import type { PULL_CALLS } from '#shared/ipc/calls/pull-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { Pulls } from '../pulls/open-pulls.ts'
import type { PullWatches } from '../pulls/watches.ts'

type Rooms = {
  readonly pulls: Pulls
  readonly watches: PullWatches
  /** Ends with the app. */
  readonly signal: AbortSignal
}

/** Creates the handlers for pull requests. */
export function createPullHandlers({
  pulls,
  watches,
  signal,
}: Rooms): Pick<Handlers, keyof typeof PULL_CALLS> {
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
    'pulls.find': ({ projectId, number }) => pulls.find(projectId, number, signal),
    ...watchHandlers(watches),
  }
}

function watchHandlers(watches: PullWatches) {
  return {
    'pulls.watches': ({ projectId }) => watches.list(projectId),
    'pulls.autofix': async (wish) => {
      await watches.autofix(wish)
      return null
    },
    'pulls.subscribe': async (wish) => {
      await watches.subscribe(wish)
      return null
    },
    'pulls.stopWatch': ({ watchId }) => {
      watches.stop(watchId)
      return null
    },
    'pulls.stopAutofix': () => {
      watches.stopAutofix()
      return null
    },
    'pulls.dismissWatch': ({ watchId }) => {
      watches.dismiss(watchId)
      return null
    },
    'pulls.pushFix': async ({ watchId }) => {
      await watches.push(watchId)
      return null
    },
    'pulls.checkWatch': async ({ watchId }) => {
      await watches.check(watchId)
      return null
    },
  } satisfies Partial<Handlers>
}
