import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { englishOf, say } from '#shared/sentences.ts'
import { openBlockers } from '#shared/team/card.ts'
import { freeName, LEAD } from '#shared/team/member-name.ts'
import type { Member, Team } from '#shared/team/team.ts'
import type { Recruit } from './crew.ts'
import { type Duty, logSignal, tellLead } from './duty.ts'
import { introduction, noticeItem, type TeamNews } from './notices.ts'
import type { TeamDeps } from './team-deps.ts'

const MOST_MEMBERS = 50
const APP_CLOSED = 'It was at work when the app ended.'

/** Takes teammates in, follows what becomes of their runs, and brings back those whose work was cut off. */
export function createTeammates(deps: TeamDeps, duty: Duty) {
  const { rows, board } = deps
  const joining = new Map<string, Set<string>>()

  return {
    /** Takes somebody into a team and gives it its first task. Answers with how it is called. */
    join: async (team: Team, recruit: Omit<Recruit, 'first'>, signal: AbortSignal): Promise<Member> => {
      const names = rows.members(team.id).map(({ name }) => name)
      if (names.length >= MOST_MEMBERS) {
        throw AppError.saying('team.refused', say('team.full', { most: String(MOST_MEMBERS) }))
      }
      const taken = joining.get(team.id) ?? new Set()
      const name = freeName(recruit.name, [...names, ...taken])
      joining.set(team.id, taken.add(name))
      try {
        const intro = introduction({ name, team: team.name, others: names })
        const first = [noticeItem(intro, [say('team.joined', { name, team: team.name })])]
        const begun = await deps.crew().start({ ...recruit, name, first }, signal)
        rows.join(team.id, { ...begun, name, joinedAt: deps.clock.now() })
      } finally {
        taken.delete(name)
      }
      deps.changed(team.id)
      const member = rows.members(team.id).find((each) => each.name === name)
      if (member === undefined) throw AppError.saying('team.not_found', say('team.gone'))
      return member
    },
    /** Called when the run of a teammate has ended by itself, by a failure or by a stop. */
    ended: (sessionId: SessionId, run: RunRecord): void => {
      const found = rows.bySession(sessionId)
      const team = found === null ? null : rows.one(found.teamId)
      if (found !== null && team !== null) afterRun(deps, duty, { team, member: found.member, run })
    },
    /** Brings one back whose work was cut off, or lets one go on that came to a limit. */
    revive: async (team: Team, member: Member): Promise<void> => {
      if (member.state === 'dead') {
        rows.setState(team.id, member.name, 'active', null)
        await duty.rouse(team, { ...member, state: 'active' }, 'back')
      } else if (duty.isPaused(member)) await duty.rouse(team, member, 'goesOn')
    },
    /** Lets one go on that came to a limit. */
    goOn: async (team: Team, member: Member): Promise<void> => {
      if (member.state === 'active' && duty.isPaused(member)) await duty.rouse(team, member, 'goesOn')
    },
    /** Puts teams in order after a start: nobody is at work, so what was begun is free again. Nothing starts by itself. */
    recover: (newestRun: (sessionId: SessionId) => RunRecord | null): number => {
      let cut = 0
      for (const team of rows.working()) {
        for (const member of rows.members(team.id)) {
          if (member.state === 'left' || member.state === 'dead') continue
          const run = newestRun(member.sessionId)
          // Who waits, for the person or at a limit, has lost nothing and keeps what it has begun.
          if (run?.status === 'awaiting_user' || duty.isPaused(member)) continue
          board.release(team.id, member.name)
          if (run?.status === 'completed') continue
          rows.setState(team.id, member.name, 'dead', APP_CLOSED)
          cut += 1
        }
      }
      return cut
    },
  }
}

export type Teammates = ReturnType<typeof createTeammates>

type Ended = { readonly team: Team; readonly member: Member; readonly run: RunRecord }

/** What follows when one has come to the end of a turn, or lost its work. */
function afterRun(deps: TeamDeps, duty: Duty, { team, member, run }: Ended): void {
  const { rows } = deps
  if (member.state === 'left' || team.endedAt !== null) return
  if (duty.isPaused(member)) {
    // Nothing of it is lost: it goes on with its card when the person lets it.
    deps.changed(team.id)
    tellLead(deps, team, {
      words: `${member.name} is paused: ${run.error?.message ?? 'a limit was reached.'}`,
      said: [say('team.memberPaused', { name: member.name }), ...(run.error?.said ?? [])],
      wakes: false,
    })
    return
  }
  if (run.status !== 'completed') {
    const problem = run.error?.message ?? run.reason ?? 'It was stopped.'
    duty.fell(team, member, problem, run.status === 'failed')
    return
  }
  const state = member.state === 'dead' ? 'active' : member.state
  if (state !== member.state) rows.setState(team.id, member.name, state, null)
  deps.changed(team.id)
  if (duty.serve(team, { ...member, state })) return
  // Who was asked to stop, had the chance to say no and came to its end, has stopped.
  if (state === 'stopping') duty.leave(team, member)
  else rest(deps, duty, team, member)
}

/** Says that one has nothing to do. Who leads is only woken when nobody in the team has. */
function rest(deps: TeamDeps, duty: Duty, team: Team, member: Member): void {
  logSignal(deps, team.id, { from: member.name, to: LEAD, body: { type: 'idle' } })
  deps.told({ kind: 'TeammateIdle', teamId: team.id, name: member.name })
  const others = deps.rows
    .members(team.id)
    .filter(({ name, state }) => name !== member.name && state === 'active')
  const isLast = !others.some(duty.isBusy)
  const stand = standOf(deps, team, member)
  const all = isLast && others.length > 0
  tellLead(deps, team, {
    words: [`${member.name} is idle.`, stand.words, all ? 'Nobody in the team is at work now.' : '']
      .filter((part) => part !== '')
      .join(' '),
    said: [say('team.idle', { name: member.name }), ...stand.said, ...(all ? [say('team.allIdle')] : [])],
    wakes: isLast,
  })
}

/** What one that rests has left open, and how far the board is. */
function standOf({ board }: TeamDeps, team: Team, { name }: Member): TeamNews {
  const cards = board.cards(team.id)
  const theirs = cards.filter(({ owner, status }) => owner === name && status === 'in_progress')
  const done = cards.filter(({ status }) => status === 'completed').length
  const waits = cards.filter(
    (card) => card.status === 'pending' && openBlockers(card, cards).length > 0,
  ).length
  const said = [
    ...(theirs.length === 0
      ? []
      : [say('team.unfinished', { cards: theirs.map(({ id }) => `#${id}`).join(', ') })]),
    ...(cards.length === 0
      ? []
      : [say('team.stands', { done: String(done), all: String(cards.length), waits: String(waits) })]),
  ]
  return { words: englishOf(said), said }
}
