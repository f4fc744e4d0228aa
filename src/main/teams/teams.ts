import { AppError } from '#shared/errors.ts'
import type { ProjectId, SessionId, TeamId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import { isUnlimited } from '#shared/session/is-unlimited.ts'
import { isSameName, LEAD } from '#shared/team/member-name.ts'
import type { Member, PastTeam, Team } from '#shared/team/team.ts'
import type { TeamLimits } from '#shared/team/team-limits.ts'
import { noSuchMember } from './no-such-member.ts'
import type { TeamDeps } from './team-deps.ts'
import type { TeamScheduler } from './team-scheduler.ts'

/** The team membership of a session: team, name and rights on the board. */
export type Seat = {
  readonly team: Team
  readonly name: string
  readonly mayAll: boolean
  /** Null for who leads. */
  readonly member: Member | null
}

/** Maximum deleted teams shown. */
const MOST_PAST = 200

/** Makes teams, finds who sits where in them, and dissolves them. */
export function createTeams(
  deps: TeamDeps,
  scheduler: TeamScheduler,
  shutdown: (team: Team, member: Member) => void,
) {
  const { rows, clock } = deps
  const get = (teamId: TeamId): Team => {
    const team = rows.one(teamId)
    if (team !== null && team.endedAt === null) return team
    throw AppError.saying('team.not_found', say('team.gone'))
  }
  const end = (team: Team): void => {
    for (const { name, state } of rows.members(team.id)) {
      if (state !== 'left') rows.setState(team.id, name, 'left', null)
    }
    rows.end(team.id, clock.now())
    deps.changed(team.id)
  }
  /** Those whose work would be lost. */
  const atWork = (team: Team): Member[] =>
    rows.members(team.id).filter((member) => member.state !== 'left' && scheduler.isBusy(member))

  return {
    get,
    ...reading(rows),
    ofChat: rows.ofChat,
    /** Every team that works, of one project or of all. */
    list: (projectId: ProjectId | null): Team[] =>
      rows.working().filter((team) => projectId === null || team.projectId === projectId),
    members: (teamId: TeamId): Member[] => rows.members(teamId),
    /** A team, also one that was dissolved. */
    find: (teamId: TeamId): Team => {
      const team = rows.one(teamId)
      if (team !== null) return team
      throw AppError.saying('team.not_found', say('team.gone'))
    },
    /** Replaces the limits of a team. They apply from its next request. */
    setLimits: (teamId: TeamId, limits: TeamLimits): void => {
      rows.setLimits(get(teamId).id, isUnlimited(limits) ? null : limits)
      deps.changed(teamId)
    },
    /** Returns the team membership of this session, or null. */
    seatOf: (sessionId: SessionId): Seat | null => {
      const led = rows.ofChat(sessionId)
      if (led !== null) return { team: led, name: LEAD, mayAll: true, member: null }
      const found = rows.bySession(sessionId)
      const team = found === null ? null : rows.one(found.teamId)
      if (found === null || team === null || team.endedAt !== null) return null
      return { team, name: found.member.name, mayAll: false, member: found.member }
    },
    create: (chatId: SessionId, projectId: ProjectId | null, name: string): Team => {
      const there = rows.ofChat(chatId)
      if (there !== null) throw AppError.saying('team.refused', say('team.oneAlready', { name: there.name }))
      const team = { id: deps.newId('team'), name, chatId, projectId, createdAt: clock.now() }
      rows.add(team)
      deps.changed(team.id)
      return { ...team, endedAt: null, limits: null }
    },
    /**
     * Deletes a team. Running teammates are asked to stop and awaited; if one keeps running, the team stays
     * and the error names it.
     */
    dissolve: async (team: Team, waitMs: number, signal: AbortSignal): Promise<void> => {
      for (const member of atWork(team)) if (member.state === 'active') shutdown(team, member)
      const until = clock.now() + waitMs
      for (let left = waitMs; left > 0 && atWork(team).length > 0; left = until - clock.now()) {
        await deps.changes.next(team.id, left, signal)
      }
      const busy = atWork(team).map(({ name }) => name)
      if (busy.length > 0) {
        throw AppError.saying('team.refused', say('team.atWork', { names: busy.join(', ') }))
      }
      end(team)
    },
    /** Deletes a team at once: stops running teammates and the subagents of idle ones. */
    disband: async (team: Team, reason: string): Promise<void> => {
      const present = rows.members(team.id).filter(({ state }) => state !== 'left')
      end(team)
      await Promise.all(present.map(({ sessionId }) => deps.teamRuns().stop(sessionId, reason)))
    },
  }
}

/** Creates the queries on teams, running or not. */
function reading(rows: TeamDeps['rows']) {
  return {
    /** Those that were dissolved, the newest first. */
    past: (projectId: ProjectId | null): PastTeam[] => rows.past(projectId, MOST_PAST),
    /** Returns a current teammate by name. Throws when there is none. */
    memberOf: (teamId: TeamId, name: string): Member => {
      const present = rows.members(teamId).filter(({ state }) => state !== 'left')
      const member = present.find((each) => isSameName(each.name, name))
      if (member !== undefined) return member
      throw noSuchMember(
        name,
        present.map((each) => each.name),
      )
    },
    /** Returns the limits of the team a session works for, at any depth, and all its teammates' sessions. */
    linesOf: (sessionId: SessionId) => {
      const teamId = rows.bySession(sessionId)?.teamId
      const team = teamId === undefined ? null : rows.one(teamId)
      if (team === null) return null
      return {
        id: team.id,
        limits: team.limits,
        members: rows.members(team.id).map((each) => each.sessionId),
      }
    },
  }
}

export type Teams = ReturnType<typeof createTeams>
