import type { SessionId } from '#shared/ids.ts'
import type { SIDE_CALLS } from '#shared/ipc/calls/side-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { Recap } from '#shared/session/recap.ts'
import type { SideQueries } from '../runs/chats/side-queries.ts'

type Rooms = {
  readonly side: Pick<SideQueries, 'ask' | 'stop'>
  readonly recap: (sessionId: SessionId) => Recap
}

/** Creates the handlers for background questions of chats. */
export function createSideHandlers({ side, recap }: Rooms): Pick<Handlers, keyof typeof SIDE_CALLS> {
  return {
    'side.ask': async ({ sessionId, part }) => {
      await side.ask(sessionId, { summary: part === 'summary', line: part === 'line' })
      return recap(sessionId)
    },
    'side.stop': ({ sessionId }) => {
      side.stop(sessionId)
      return null
    },
  }
}
