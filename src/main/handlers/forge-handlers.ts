import type { FORGE_CALLS } from '#shared/ipc/calls/forge-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { Issues } from '../pulls/issues.ts'
import type { Reviews } from '../pulls/reviews.ts'
import type { Shares } from '../pulls/shares.ts'

type Rooms = {
  readonly issues: Issues
  readonly shares: Shares
  readonly reviews: Reviews
}

/** Creates the handlers for issues, shared chats and reviews. The signal ends with the app. */
export function createForgeHandlers(
  { issues, shares, reviews }: Rooms,
  signal: AbortSignal,
): Pick<Handlers, keyof typeof FORGE_CALLS> {
  return {
    'issue.place': async ({ projectId }) => {
      const { host, repository } = await issues.place(projectId, signal)
      return { host, repository }
    },
    'issue.draft': (wish) => issues.draft(wish, signal),
    'issue.create': ({ projectId, issue, as }) => issues.create(projectId, issue, as, signal),
    'share.preview': (wish) => shares.preview(wish, signal),
    'share.create': (wish) => shares.create(wish, signal),
    'share.remove': async ({ url }) => {
      await shares.remove(url, signal)
      return null
    },
    'review.target': ({ placeId, number }) => reviews.target(placeId, number, signal),
    'review.state': ({ placeId, range }) => reviews.state(placeId, range),
    'review.diff': ({ placeId, range, path }) => reviews.diff(placeId, range, path, signal),
    'review.start': async ({ placeId, ...wish }) => ({ workflowRunId: await reviews.start(placeId, wish) }),
    'review.comment': async ({ placeId, ...comment }) => {
      await reviews.comment(placeId, comment, signal)
      return null
    },
  }
}
