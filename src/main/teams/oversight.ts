import type { SessionId, TeamId } from '#shared/ids.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import { say } from '#shared/sentences.ts'
import { PERSON } from '#shared/team/member-name.ts'
import type { Member, Team } from '#shared/team/team.ts'
import type { TeamDeps } from './team-deps.ts'
import { logSignal, tellLead } from './team-scheduler.ts'
import { UNCHECKED, uncheckedOf } from './verification.ts'

/** The instruction to the lead about unverified cards. */
const CHECK_THEM =
  'Put a card on the board that checks them against what was asked for, for somebody who did none of them, or check them yourself before you report.'

/** Creates the controls for teammate permissions and verification of their work. */
export function createOversight(deps: TeamDeps) {
  const { rows, teamRuns } = deps
  return {
    /** Says how much a teammate may do without asking. It holds from its next call on, and never exceeds its chat. */
    setMode: (team: Team, from: string, { name, sessionId }: Member, mode: PermissionMode): void => {
      teamRuns().setMode(sessionId, mode)
      logSignal(deps, team.id, { from, to: name, body: { type: 'mode_set_request', mode } })
    },
    /** The plan of a teammate was accepted: it may do from now on what its chat may. */
    planAccepted: (sessionId: SessionId): void => {
      const found = rows.bySession(sessionId)
      const team = found === null ? null : rows.one(found.teamId)
      if (found === null || team === null) return
      const mode = teamRuns().modeOf(team.chatId)
      teamRuns().setMode(sessionId, mode)
      const body = { type: 'mode_set_request', mode } as const
      logSignal(deps, team.id, { from: PERSON, to: found.member.name, body })
    },
    /** Reminds who leads when several cards were done and none of them was checked. */
    remindToCheck: (teamId: TeamId): void => {
      const team = rows.one(teamId)
      const unchecked = uncheckedOf(deps.board.cards(teamId))
      if (team === null || unchecked.length === 0 || unchecked.length % UNCHECKED !== 0) return
      const cards = unchecked.map(({ id }) => `#${id}`).join(', ')
      tellLead(deps, team, {
        words: `${cards} are done and nobody has checked them. ${CHECK_THEM}`,
        said: [say('team.unchecked', { cards })],
        wakes: false,
      })
    },
  }
}

export type Oversight = ReturnType<typeof createOversight>
