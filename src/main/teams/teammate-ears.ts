import type { SessionId } from '#shared/ids.ts'
import type { Duty } from './duty.ts'
import type { Teams } from './teams.ts'

type Deps = { readonly seatOf: Teams['seatOf']; readonly duty: Pick<Duty, 'mayGoOn' | 'stir'> }

/** Creates the message routing for teammates outside of mailboxes: from their own subagents. */
export function createTeammateEars({ seatOf, duty }: Deps) {
  return {
    /** False for one that has left, was asked to stop, or rests while teams are switched off. */
    mayGoOn: (sessionId: SessionId): boolean => {
      const member = seatOf(sessionId)?.member ?? null
      return member !== null && duty.mayGoOn(member)
    },
    wake: async (sessionId: SessionId): Promise<void> => {
      const seat = seatOf(sessionId)
      if (seat?.member != null) await duty.stir(seat.team, seat.member)
    },
  }
}
