import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { englishOf, say } from '#shared/sentences.ts'
import { openBlockers } from '#shared/team/card.ts'
import { freeName, LEAD } from '#shared/team/member-name.ts'
import type { Member, Team } from '#shared/team/team.ts'
import { introduction, noticeItem, type TeamNews } from './notices.ts'
import type { TeamDeps } from './team-deps.ts'
import type { Recruit } from './team-runs.ts'
import { logSignal, type TeamScheduler, tellLead } from './team-scheduler.ts'

const MOST_MEMBERS = 50
const APP_CLOSED = 'It was at work when the app ended.'

/** Takes teammates in, follows what becomes of their runs, and brings back those whose work was cut off. */
export function createTeammates(deps: TeamDeps, scheduler: TeamScheduler) {
  const { rows, board } = deps
  const joining = new Map<string, Set<string>>()

  return {
    /** Adds a teammate to a team with its first task. Returns the teammate with its final name. */
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
        const begun = await deps.teamRuns().start({ ...recruit, name, first }, signal)
        rows.join(team.id, { ...begun, name, joinedAt: deps.clock.now() })
      } finally {
        taken.delete(name)
      }
      deps.changed(team.id)
      const member = rows.members(team.id).find((each) => each.name === name)
      if (member === undefined) throw AppError.saying('team.not_found', say('team.gone'))
      return member
    },
    /** Handles the end of a teammate's run: normal, failed or stopped. */
    ended: (sessionId: SessionId, run: RunRecord): void => {
      const found = rows.bySession(sessionId)
      const team = found === null ? null : rows.one(found.teamId)
      if (found !== null && team !== null) afterRun(deps, scheduler, { team, member: found.member, run })
    },
    /** Restarts a dead teammate, or resumes one paused at a limit. */
    revive: async (team: Team, member: Member): Promise<void> => {
      if (member.state === 'dead') {
        rows.setState(team.id, member.name, 'active', null)
        await scheduler.rouse(team, { ...member, state: 'active' }, 'back')
      } else if (scheduler.isPaused(member)) await scheduler.rouse(team, member, 'goesOn')
    },
    /** Resumes a teammate paused at a limit. */
    goOn: async (team: Team, member: Member): Promise<void> => {
      if (member.state === 'active' && scheduler.isPaused(member))
        await scheduler.rouse(team, member, 'goesOn')
    },
    /**
     * Repairs teams after a start: no teammate is running, so their started cards are released. Starts no
     * run.
     */
    recover: (newestRun: (sessionId: SessionId) => RunRecord | null): number => {
      let cut = 0
      for (const team of rows.working()) {
        for (const member of rows.members(team.id)) {
          if (member.state === 'left' || member.state === 'dead') continue
          const run = newestRun(member.sessionId)
          // A teammate waiting for the person or paused at a limit lost nothing and keeps its cards.
          if (run?.status === 'awaiting_user' || scheduler.isPaused(member)) continue
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

/** Handles a teammate whose turn ended or whose run failed. */
function afterRun(deps: TeamDeps, scheduler: TeamScheduler, { team, member, run }: Ended): void {
  const { rows } = deps
  if (member.state === 'left' || team.endedAt !== null) return
  if (scheduler.isPaused(member)) {
    // Nothing is lost: it resumes its card once the person allows it.
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
    scheduler.fell(team, member, problem, run.status === 'failed')
    return
  }
  const state = member.state === 'dead' ? 'active' : member.state
  if (state !== member.state) rows.setState(team.id, member.name, state, null)
  deps.changed(team.id)
  if (scheduler.serve(team, { ...member, state })) return
  // A stopping teammate that ended its turn without objecting has stopped.
  if (state === 'stopping') scheduler.leave(team, member)
  else rest(deps, scheduler, team, member)
}

/** Reports an idle teammate. The lead is woken only when the whole team is idle. */
function rest(deps: TeamDeps, scheduler: TeamScheduler, team: Team, member: Member): void {
  logSignal(deps, team.id, { from: member.name, to: LEAD, body: { type: 'idle' } })
  deps.told({ kind: 'TeammateIdle', teamId: team.id, name: member.name })
  const others = deps.rows
    .members(team.id)
    .filter(({ name, state }) => name !== member.name && state === 'active')
  const isLast = !others.some(scheduler.isBusy)
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

/** Returns the open work of an idle teammate and the progress of the board. */
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
