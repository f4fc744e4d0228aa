import type { SessionId } from '#shared/ids.ts'
import type { SIDE_QUERY_CALLS } from '#shared/ipc/calls/side-query-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { Recap } from '#shared/session/recaps/recap.ts'
import type { SideQueries } from '../runs/chats/side-queries.ts'

type Rooms = {
  readonly sideQueries: Pick<SideQueries, 'ask' | 'stop'>
  readonly recap: (sessionId: SessionId) => Recap
}

/** Creates the handlers for background questions of chats. */
export function createSideQueryHandlers({
  sideQueries,
  recap,
}: Rooms): Pick<Handlers, keyof typeof SIDE_QUERY_CALLS> {
  return {
    'sideQuery.ask': async ({ sessionId, part }) => {
      await sideQueries.ask(sessionId, { summary: part === 'summary', line: part === 'line' })
      return recap(sessionId)
    },
    'sideQuery.stop': ({ sessionId }) => {
      sideQueries.stop(sessionId)
      return null
    },
  }
}
