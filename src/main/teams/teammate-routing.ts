import type { SessionId } from '#shared/ids.ts'
import type { TeamScheduler } from './team-scheduler.ts'
import type { Teams } from './teams.ts'

type Deps = {
  readonly seatOf: Teams['seatOf']
  readonly scheduler: Pick<TeamScheduler, 'mayGoOn' | 'wakeForMessages'>
}

/** Creates the message routing for teammates outside of mailboxes: from their own subagents. */
export function createTeammateRouting({ seatOf, scheduler }: Deps) {
  return {
    /** False for one that has left, was asked to stop, or rests while teams are switched off. */
    mayGoOn: (sessionId: SessionId): boolean => {
      const member = seatOf(sessionId)?.member ?? null
      return member !== null && scheduler.mayGoOn(member)
    },
    wake: async (sessionId: SessionId): Promise<void> => {
      const seat = seatOf(sessionId)
      if (seat?.member != null) await scheduler.wakeForMessages(seat.team, seat.member)
    },
  }
}
