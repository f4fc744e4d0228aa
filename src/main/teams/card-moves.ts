import { say } from '#shared/sentences.ts'
import type { Card, CardId } from '#shared/team/card.ts'
import { isSameName, LEAD } from '#shared/team/member-name.ts'
import type { CardMessage } from '#shared/team/message.ts'
import type { Member, Team } from '#shared/team/team.ts'
import type { Mover } from './board.ts'
import { takenNotice } from './card-notices.ts'
import type { CardPlace } from './card-rows.ts'
import type { TeamDeps } from './team-deps.ts'
import { type TeamScheduler, tellLead } from './team-scheduler.ts'
import type { Teammates } from './teammates.ts'

/** Creates card moves that notify the previous and the new owner. */
export function createCardMoves(
  deps: TeamDeps,
  scheduler: Pick<TeamScheduler, 'givenAnew' | 'isPaused'>,
  teammates: Pick<Teammates, 'revive'>,
) {
  const { board, mailbox, rows } = deps
  const memberOf = (team: Team, name: string): Member | undefined =>
    rows.members(team.id).find((each) => each.state !== 'left' && isSameName(each.name, name))

  const write = (team: Team, by: Mover, to: string, body: CardMessage['body']): void => {
    mailbox.post(team.id, { from: by.name, to: [to], toAll: false, body })
  }

  /** Tells the previous owner at its next request that the card was withdrawn. Wakes no idle teammate. */
  const tellBefore = (team: Team, before: Card, after: Card | null, by: Mover): void => {
    const { id, subject, owner } = before
    if (owner === null || isSameName(owner, by.name)) return
    const member = memberOf(team, owner)
    if (member !== undefined) write(team, by, member.name, { type: 'task_withdrawn', card: id, subject })
    if (!isSameName(owner, LEAD)) return
    tellLead(deps, team, {
      words: takenNotice(before, { card: after, from: by.name, name: owner }),
      said: [say('team.leadCard', { id: String(id), subject })],
      wakes: false,
    })
  }

  /** Lets the new owner start the card as soon as possible, even if it gave the card back before. */
  const tellAfter = (team: Team, { id: card, subject, status }: Card, member: Member, by: Mover): void => {
    scheduler.givenAnew(member.sessionId, card)
    write(team, by, member.name, { type: 'task_assignment', card, subject })
    const isOut = member.state === 'dead' || scheduler.isPaused(member)
    if (isOut && status !== 'completed') teammates.revive(team, member).catch(deps.report)
  }

  return {
    /** Puts a card elsewhere. `owner` says whom it is for, by name; undefined leaves that as it fits. */
    move: (team: Team, id: CardId, to: Partial<CardPlace>, by: Mover): Card => {
      const before = board.card(team.id, id)
      const after = board.move(team.id, id, to, by)
      if (!by.mayAll) return after
      if (isTaken(before, after)) tellBefore(team, before, after, by)
      const member = to.owner === undefined || to.owner === null ? undefined : memberOf(team, to.owner)
      if (member !== undefined) tellAfter(team, after, member, by)
      return after
    },
    /** Takes a card off the board for good. */
    remove: (team: Team, id: CardId, by: Mover): void => {
      const before = board.card(team.id, id)
      board.remove(team.id, id)
      if (before.status !== 'completed') tellBefore(team, before, null, by)
    },
  }
}

export type CardMoves = ReturnType<typeof createCardMoves>

/** Whether the previous owner lost the card. */
function isTaken(before: Card, after: Card): boolean {
  if (before.status === 'completed' || before.owner === null) return false
  return after.owner === null || !isSameName(after.owner, before.owner) || after.status === 'completed'
}
