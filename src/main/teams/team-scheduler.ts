import type { HarnessItem } from '#shared/context/harness-item.ts'
import { AppError } from '#shared/errors.ts'
import type { SessionId, TeamId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { CardId } from '#shared/team/card.ts'
import { EVERYBODY, LEAD } from '#shared/team/member-name.ts'
import type { Member, Team } from '#shared/team/team.ts'
import { type CardNotice, cardNoticesOf } from './card-notices.ts'
import type { Mail } from './mailbox.ts'
import {
  cardNotice,
  cardSaid,
  fallenNews,
  leftNews,
  messageItem,
  noticeItem,
  ROUSED,
  SHUTDOWN_NOTICE,
  type TeamNews,
} from './notices.ts'
import type { TeamDeps } from './team-deps.ts'

type Wakes = { readonly wakes: boolean }
type Order = { readonly items: readonly HarnessItem[]; readonly begun: () => void }

/**
 * Schedules idle teammates. In order of priority: a stop request, messages of the lead, other messages, the
 * next free card. A teammate without work stays idle at no cost.
 */
export function createTeamScheduler(deps: TeamDeps) {
  const { rows, teamRuns } = deps
  const waking = new Map<SessionId, Promise<void>>()
  const givenBack = new Map<SessionId, Set<CardId>>()
  const isPaused = ({ sessionId }: Member) => teamRuns().isPaused(sessionId)
  const isBusy = ({ sessionId }: Member) => waking.has(sessionId) || teamRuns().isAtWork(sessionId)

  /** Marks a teammate as dead and releases its unfinished cards. */
  const fell = (team: Team, { name }: Member, problem: string, wakes: boolean): void => {
    rows.setState(team.id, name, 'dead', problem)
    const cards = deps.board.release(team.id, name)
    deps.changed(team.id)
    tellLead(deps, team, { ...fallenNews(name, problem, cards), wakes })
  }

  const begin = async (team: Team, member: Member, order: Order): Promise<void> => {
    try {
      await teamRuns().wake(member.sessionId, order.items)
      order.begun()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      fell(team, member, error.message, true)
    }
  }

  const wake = (team: Team, member: Member, order: Order): Promise<void> => {
    const begun = begin(team, member, order).finally(() => {
      waking.delete(member.sessionId)
      deps.changed(team.id)
    })
    waking.set(member.sessionId, begun)
    return begun
  }

  /** True when they have something to do, or are at it. */
  const serve = (team: Team, member: Member): boolean => {
    if (member.state !== 'active' && member.state !== 'stopping') return false
    if (isBusy(member)) return true
    // Only a message from the lead or the person resumes a teammate paused at a limit.
    if (isPaused(member)) return false
    if (!deps.isOn()) return false
    const order = nextFor(deps, team, member, [...(givenBack.get(member.sessionId) ?? [])])
    if (order === null) return false
    wake(team, member, order).catch(deps.report)
    return true
  }

  return {
    serve,
    fell,
    isBusy,
    /** Whether a teammate is paused at a limit. */
    isPaused,
    /** Lets one go that agreed to stop: what it had not done is free again. */
    leave: (team: Team, { name }: Member): void => {
      rows.setState(team.id, name, 'left', null)
      logSignal(deps, team.id, { from: name, body: { type: 'shutdown_approved' } })
      deps.board.release(team.id, name)
      tellLead(deps, team, { ...leftNews(name), wakes: false })
    },
    /** Resumes a teammate with the reason, whatever else is pending for it. */
    rouse: (team: Team, member: Member, why: 'back' | 'goesOn'): Promise<void> => {
      givenBack.delete(member.sessionId)
      return wake(team, member, { items: [ROUSED[why]], begun: () => {} })
    },
    /** Looks for everybody in a team who rests whether there is something to do now. */
    serveAll: (teamId: TeamId): void => {
      const team = rows.one(teamId)
      if (team === null || team.endedAt !== null) return
      for (const member of rows.members(teamId)) serve(team, member)
    },
    /** True when one that rests may be given something to do. */
    mayGoOn: (member: Member): boolean => member.state === 'active' && deps.isOn(),
    /** Wakes a teammate for messages outside of its mailbox. A starting run picks them up. */
    wakeForMessages: (team: Team, member: Member): Promise<void> =>
      waking.get(member.sessionId) ?? wake(team, member, { items: [], begun: () => {} }),
    /** Excludes a card from automatic offers to this teammate, because it gave the card back. */
    gaveBack: (sessionId: SessionId, id: CardId): void => {
      givenBack.set(sessionId, (givenBack.get(sessionId) ?? new Set()).add(id))
    },
    /** May be offered this card again: it was given to it by name. */
    givenAnew: (sessionId: SessionId, id: CardId): void => {
      givenBack.get(sessionId)?.delete(id)
    },
    /** Returns pending mail of a running teammate for its next request. */
    mailFor: (teamId: TeamId, { name }: Member): Order | null => {
      const mail = mailOf(deps, teamId, name)
      return mail.shutdown ?? orderOf(deps, teamId, mail)
    },
  }
}

export type TeamScheduler = ReturnType<typeof createTeamScheduler>

type Arrived = Pick<Mail, 'texts' | 'cards'> & {
  /** The request to stop, which comes before everything else. */
  readonly shutdown: Order | null
  readonly news: readonly CardNotice[]
}

function nextFor(deps: TeamDeps, team: Team, member: Member, not: readonly CardId[]): Order | null {
  const mail = mailOf(deps, team.id, member.name)
  if (mail.shutdown !== null) return mail.shutdown
  if (mail.texts.length > 0 || mail.news.some(({ isBegun }) => isBegun)) return orderOf(deps, team.id, mail)
  // A stopping teammate gets no new card.
  if (member.state === 'stopping') return null
  const card = deps.board.claimNext(team.id, member.name, not)
  if (card === null) return null
  // Notices about other cards wake no teammate; they are delivered with the next order.
  const others = { ...mail, news: mail.news.filter((each) => each.card !== card.id) }
  const order = orderOf(deps, team.id, others)
  const begun = order?.begun ?? (() => deps.mailbox.read(team.id, mail.cards))
  return { items: [...(order?.items ?? []), noticeItem(cardNotice(card), [cardSaid(card)])], begun }
}

function mailOf({ mailbox, board }: TeamDeps, teamId: TeamId, name: string): Arrived {
  const { shutdown, texts, cards, others } = mailbox.mailOf(teamId, name)
  mailbox.read(teamId, others)
  const news = cards.length === 0 ? [] : cardNoticesOf(cards, name, board.cards(teamId))
  // Card messages that cancel out are marked as read.
  if (news.length === 0) mailbox.read(teamId, cards)
  const stop =
    shutdown === null
      ? null
      : {
          items: [noticeItem(SHUTDOWN_NOTICE, [say('team.askedToStop')])],
          begun: () => mailbox.read(teamId, [shutdown]),
        }
  return { shutdown: stop, texts, cards, news }
}

function orderOf({ mailbox }: TeamDeps, teamId: TeamId, { texts, cards, news }: Arrived): Order | null {
  if (texts.length + news.length === 0) return null
  return {
    items: [...news.map(({ words }) => noticeItem(words)), ...texts.map(messageItem)],
    begun: () => mailbox.read(teamId, [...cards, ...texts]),
  }
}

/** Sends the lead a notice about the team. */
export function tellLead({ teamRuns }: TeamDeps, team: Team, { words, said, wakes }: TeamNews & Wakes): void {
  const item = noticeItem(`Team “${team.name}”: ${words}`, [say('team.news', { team: team.name }), ...said])
  teamRuns().tellLead(team.chatId, item, wakes, () => {})
}

/** Logs a signal without a recipient action. */
export function logSignal(
  { mailbox }: Pick<TeamDeps, 'mailbox'>,
  teamId: TeamId,
  posting: Pick<Parameters<TeamDeps['mailbox']['post']>[1], 'from' | 'body'> & { readonly to?: string },
): void {
  const to = posting.to ?? LEAD
  mailbox.post(teamId, { from: posting.from, to: [to], toAll: to === EVERYBODY, body: posting.body })
  mailbox.read(teamId, mailbox.mailOf(teamId, to).others)
}
