import type { SessionId, TeamId } from '#shared/ids.ts'
import type { TEAM_CALLS } from '#shared/ipc/calls/team-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import { PERSON } from '#shared/team/member-name.ts'
import type { TeamView } from '#shared/team/team.ts'
import { type HeldAt, refuseHeld } from '../runs/limits/blocking-limit.ts'
import type { Board } from '../teams/board.ts'
import type { CardMoves } from '../teams/card-moves.ts'
import type { Mailbox } from '../teams/mailbox.ts'
import { type Messaging, summaryOf } from '../teams/messaging.ts'
import type { Oversight } from '../teams/oversight.ts'
import type { Teammates } from '../teams/teammates.ts'
import type { Teams } from '../teams/teams.ts'

type Rooms = {
  readonly teams: Teams
  readonly teammates: Teammates
  readonly talk: Messaging
  readonly oversight: Pick<Oversight, 'setMode'>
  readonly board: Board
  readonly moves: CardMoves
  readonly mailbox: Mailbox
  readonly session: (sessionId: SessionId) => SessionRecord
  readonly heldAt: HeldAt
  readonly signal: AbortSignal
}

/** Newest messages shown in a window. */
const MESSAGES = 200
const BY_PERSON = { name: PERSON, mayAll: true }

/** Creates the handlers for teams. */
export function createTeamHandlers(rooms: Rooms): Pick<Handlers, keyof typeof TEAM_CALLS> {
  const { teams, teammates, talk, oversight, board, moves, mailbox, session, signal } = rooms
  const viewOf = (teamId: TeamId): TeamView => ({
    team: teams.find(teamId),
    members: teams.members(teamId),
    cards: board.cards(teamId),
    messages: mailbox.newest(teamId, MESSAGES),
  })
  return {
    'team.list': ({ projectId }) => teams.list(projectId).map(({ id }) => viewOf(id)),
    'team.get': ({ teamId }) => viewOf(teamId),
    'team.past': ({ projectId }) => teams.past(projectId),
    'team.create': ({ sessionId, name }) =>
      viewOf(teams.create(sessionId, session(sessionId).meta.projectId, name).id),
    'team.delete': async ({ teamId, stop }) => {
      const team = teams.get(teamId)
      await (stop ? teams.disband(team, 'Its team was dissolved by you.') : teams.dissolve(team, 0, signal))
      return null
    },
    'team.message': ({ teamId, to, text }) => {
      talk.say(teams.get(teamId), PERSON, true, { to, text, summary: summaryOf(text) })
      return null
    },
    'team.shutdown': ({ teamId, name }) => {
      talk.askToStop(teams.get(teamId), PERSON, teams.memberOf(teamId, name))
      return null
    },
    'team.revive': async ({ teamId, name }) => {
      await teammates.revive(teams.get(teamId), teams.memberOf(teamId, name))
      return null
    },
    'team.goOn': async ({ teamId }) => {
      await goOn(rooms, teamId)
      return null
    },
    'team.setLimits': ({ teamId, limits }) => {
      teams.setLimits(teamId, limits)
      return null
    },
    'team.setMode': ({ teamId, name, mode }) => {
      oversight.setMode(teams.get(teamId), PERSON, teams.memberOf(teamId, name), mode)
      return null
    },
    'team.addCard': ({ teamId, card, blocks = [], owner = null }) => {
      const team = teams.get(teamId)
      const to = owner === null ? null : teams.memberOf(teamId, owner).name
      const [added] = board.add(teamId, [card])
      if (added === undefined) return null
      if (blocks.length > 0) board.write(teamId, added.id, { blocks })
      if (to !== null) moves.move(team, added.id, { owner: to }, BY_PERSON)
      return null
    },
    'team.moveCard': ({ teamId, card, status }) => {
      moves.move(teams.get(teamId), card, { status }, BY_PERSON)
      return null
    },
    'team.writeCard': ({ teamId, card, changes, owner }) => {
      const team = teams.get(teamId)
      // The owner is resolved before anything is written.
      const to = owner === undefined || owner === null ? owner : teams.memberOf(teamId, owner).name
      const before = board.write(teamId, card, changes).owner
      if (to === undefined || to === before) return null
      moves.move(team, card, { owner: to }, BY_PERSON)
      return null
    },
    'team.removeCard': ({ teamId, card }) => {
      moves.remove(teams.get(teamId), card, BY_PERSON)
      return null
    },
  }
}

/** Resumes all teammates that no limit blocks; throws with the limit when all are blocked. */
async function goOn({ teams, teammates, heldAt }: Rooms, teamId: TeamId): Promise<void> {
  const team = teams.get(teamId)
  const members = teams.members(teamId)
  const free = members.filter(({ sessionId }) => heldAt(sessionId) === null)
  if (free.length === 0) {
    refuseHeld(
      members.map(({ sessionId }) => sessionId),
      heldAt,
    )
  }
  await Promise.all(free.map((member) => teammates.goOn(team, member)))
}
