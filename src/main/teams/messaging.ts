import { AppError } from '#shared/errors.ts'
import { firstPart } from '#shared/first-part.ts'
import { say } from '#shared/sentences.ts'
import { EVERYBODY, isSameName, LEAD } from '#shared/team/member-name.ts'
import type { MessageBody } from '#shared/team/message.ts'
import type { Member, Team } from '#shared/team/team.ts'
import { noSuchMember } from './no-such-member.ts'
import { messageItem } from './notices.ts'
import type { TeamDeps } from './team-deps.ts'
import { logSignal, type TeamScheduler } from './team-scheduler.ts'
import type { Teammates } from './teammates.ts'

/** A message to one teammate or to all. */
export type Words = { readonly to: string; readonly summary: string; readonly text: string }

/** Creates the messaging of a team, with its immediate effects. */
export function createMessaging(
  deps: TeamDeps,
  scheduler: TeamScheduler,
  teammates: Pick<Teammates, 'revive'>,
) {
  const { rows, mailbox } = deps

  // On their way to who leads: each is handed over once.
  const handed = new Set<number>()

  /** Lets who leads hear what lies in its mailbox. What it has heard is read. */
  const deliverToLead = (team: Team, wakes: boolean): void => {
    for (const text of mailbox.mailOf(team.id, LEAD).texts) {
      if (handed.has(text.id)) continue
      handed.add(text.id)
      deps.teamRuns().tellLead(team.chatId, messageItem(text), wakes, () => {
        mailbox.read(team.id, [text])
        handed.delete(text.id)
      })
    }
  }

  return {
    /** Answers with those it is for. */
    say: (team: Team, from: string, isAbove: boolean, { to, summary, text }: Words): string[] => {
      const present = rows.members(team.id).filter(({ state }) => state !== 'left')
      const names = recipients(present, from, to)
      const body: MessageBody = { type: 'text', summary, text }
      mailbox.post(team.id, { from, to: names, toAll: to === EVERYBODY, body })
      if (names.some((name) => isSameName(name, LEAD))) deliverToLead(team, true)
      for (const member of present) {
        if (!names.some((name) => isSameName(name, member.name))) continue
        if ((member.state === 'dead' || scheduler.isPaused(member)) && isAbove)
          teammates.revive(team, member).catch(deps.report)
        else scheduler.serve(team, member)
      }
      return names
    },
    /** Asks a teammate to stop. It answers itself. */
    askToStop: (team: Team, from: string, member: Member): void => {
      if (member.state === 'dead') {
        rows.setState(team.id, member.name, 'left', null)
        deps.changed(team.id)
        return
      }
      if (member.state !== 'active') return
      // While teams are switched off no idle teammate is woken, not even for a stop request.
      if (!deps.isOn() && !scheduler.isBusy(member)) {
        scheduler.leave(team, member)
        return
      }
      rows.setState(team.id, member.name, 'stopping', null)
      const body = { type: 'shutdown_request' } as const
      mailbox.post(team.id, { from, to: [member.name], toAll: false, body })
      scheduler.serve(team, { ...member, state: 'stopping' })
    },
    /** Handles a teammate's answer to a stop request. */
    answerStop: (team: Team, member: Member, agrees: boolean): void => {
      if (member.state !== 'stopping')
        throw AppError.saying('team.refused', say('team.notAsked', { name: member.name }))
      if (agrees) {
        scheduler.leave(team, member)
        return
      }
      rows.setState(team.id, member.name, 'active', null)
      logSignal(deps, team.id, { from: member.name, body: { type: 'shutdown_rejected' } })
    },
    /** Delivers messages to leads that the exit of the app left undelivered. Starts no run. */
    catchUp: (): void => {
      for (const team of rows.working()) deliverToLead(team, false)
    },
  }
}

export type Messaging = ReturnType<typeof createMessaging>

function recipients(present: readonly Member[], from: string, to: string): string[] {
  const others = [LEAD, ...present.map(({ name }) => name)].filter((name) => !isSameName(name, from))
  if (to === EVERYBODY && others.length > 0) return others
  const found = others.find((name) => isSameName(name, to))
  if (found !== undefined) return [found]
  throw noSuchMember(to, others)
}

/** Words of the person get a summary of their own: the beginning of what they wrote. */
export function summaryOf(text: string): string {
  const line = text.trim().split('\n')[0] ?? ''
  return line.length <= MOST_SUMMARY ? line : `${firstPart(line, MOST_SUMMARY - 1)}…`
}

const MOST_SUMMARY = 120
