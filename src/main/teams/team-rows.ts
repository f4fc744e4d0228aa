import type { Database } from 'better-sqlite3'
import type { AgentId, ProjectId, SessionId, TeamId } from '#shared/ids.ts'
import type { Member, MemberState, PastTeam, Team } from '#shared/team/team.ts'
import { TeamLimits } from '#shared/team/team-limits.ts'

type TeamRow = {
  readonly id: TeamId
  readonly name: string
  readonly session_id: SessionId
  readonly project_id: ProjectId | null
  readonly created_at: number
  readonly ended_at: number | null
  readonly limits: string | null
}

type PastRow = TeamRow & Pick<PastTeam, 'members' | 'cards' | 'done'>

type MemberRow = {
  readonly team_id: TeamId
  readonly name: string
  readonly session_id: SessionId
  readonly agent_id: AgentId
  readonly state: MemberState
  readonly problem: string | null
  readonly joined_at: number
}

/** Creates the SQL access to teams and members. */
export function createTeamRows(db: Database) {
  const one = db.prepare<[TeamId], TeamRow>('SELECT * FROM teams WHERE id = ?')
  const ofChat = db.prepare<[SessionId], TeamRow>(
    'SELECT * FROM teams WHERE session_id = ? AND ended_at IS NULL',
  )
  const working = db.prepare<[], TeamRow>('SELECT * FROM teams WHERE ended_at IS NULL ORDER BY created_at')
  const past = db.prepare<[ProjectId | null, ProjectId | null, number], PastRow>(
    `SELECT t.*, (SELECT count(*) FROM team_members AS m WHERE m.team_id = t.id) AS members,
       (SELECT count(*) FROM team_cards AS c WHERE c.team_id = t.id) AS cards,
       (SELECT count(*) FROM team_cards AS c WHERE c.team_id = t.id AND c.status = 'completed') AS done
     FROM teams AS t WHERE t.ended_at IS NOT NULL AND (? IS NULL OR t.project_id = ?)
     ORDER BY t.ended_at DESC LIMIT ?`,
  )
  const setLimits = db.prepare<[string | null, TeamId]>('UPDATE teams SET limits = ? WHERE id = ?')
  const insert = db.prepare<[TeamId, string, SessionId, ProjectId | null, number]>(
    'INSERT INTO teams (id, name, session_id, project_id, created_at) VALUES (?, ?, ?, ?, ?)',
  )
  const end = db.prepare<[number, TeamId]>('UPDATE teams SET ended_at = ? WHERE id = ?')
  const members = db.prepare<[TeamId], MemberRow>(
    'SELECT * FROM team_members WHERE team_id = ? ORDER BY joined_at, name',
  )
  const bySession = db.prepare<[SessionId], MemberRow>('SELECT * FROM team_members WHERE session_id = ?')
  const join = db.prepare<[TeamId, string, SessionId, AgentId, number]>(
    `INSERT INTO team_members (team_id, name, session_id, agent_id, state, joined_at)
     VALUES (?, ?, ?, ?, 'active', ?)`,
  )
  const setState = db.prepare<[MemberState, string | null, TeamId, string]>(
    'UPDATE team_members SET state = ?, problem = ? WHERE team_id = ? AND name = ?',
  )

  return {
    one: (id: TeamId): Team | null => teamOf(one.get(id)),
    /** The team that works for a chat. */
    ofChat: (chatId: SessionId): Team | null => teamOf(ofChat.get(chatId)),
    /** Every team that was not dissolved, the oldest first. */
    working: (): Team[] => working.all().flatMap((row) => teamOf(row) ?? []),
    /** Those that were dissolved, the newest first. */
    past: (projectId: ProjectId | null, limit: number): PastTeam[] =>
      past.all(projectId, projectId, limit).flatMap((row) => {
        const team = teamOf(row)
        return team === null ? [] : [{ team, members: row.members, cards: row.cards, done: row.done }]
      }),
    setLimits: (id: TeamId, limits: TeamLimits | null): void => {
      setLimits.run(limits === null ? null : JSON.stringify(limits), id)
    },
    add: ({ id, name, chatId, projectId, createdAt }: Omit<Team, 'endedAt' | 'limits'>): void => {
      insert.run(id, name, chatId, projectId, createdAt)
    },
    end: (id: TeamId, at: number): void => {
      end.run(at, id)
    },
    /** In the order they joined. */
    members: (id: TeamId): Member[] => members.all(id).map(memberOf),
    /** Whose log this is, and in which team. */
    bySession: (sessionId: SessionId): { readonly teamId: TeamId; readonly member: Member } | null => {
      const row = bySession.get(sessionId)
      return row === undefined ? null : { teamId: row.team_id, member: memberOf(row) }
    },
    join: (id: TeamId, member: Pick<Member, 'name' | 'sessionId' | 'agentId' | 'joinedAt'>): void => {
      join.run(id, member.name, member.sessionId, member.agentId, member.joinedAt)
    },
    setState: (id: TeamId, name: string, state: MemberState, problem: string | null): void => {
      setState.run(state, problem, id, name)
    },
  }
}

export type TeamRows = ReturnType<typeof createTeamRows>

function teamOf(row: TeamRow | undefined): Team | null {
  if (row === undefined) return null
  return {
    id: row.id,
    name: row.name,
    chatId: row.session_id,
    projectId: row.project_id,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    limits: row.limits === null ? null : TeamLimits.parse(JSON.parse(row.limits)),
  }
}

function memberOf(row: MemberRow): Member {
  return {
    name: row.name,
    sessionId: row.session_id,
    agentId: row.agent_id,
    state: row.state,
    problem: row.problem,
    joinedAt: row.joined_at,
  }
}
