import type { Database } from 'better-sqlite3'

/** One row of `grants`. */
export type GrantRow = {
  readonly id: string
  readonly scope: string
  readonly session_id: string | null
  readonly project_id: string | null
  /** The whole path of a folder. Without a pattern the rule is about the files in it; otherwise about work in it. */
  readonly path: string | null
  readonly tool: string
  readonly pattern: string | null
  readonly action: string
  readonly created_at: number
  readonly expires_at: number | null
  readonly answered_in: string | null
  readonly request_id: string | null
  readonly uses: number
  readonly last_used_at: number | null
}

/** A row with the name of the chat it came from; null when that is gone. */
export type TitledGrantRow = GrantRow & { readonly title: string | null }

type Same = Pick<GrantRow, 'scope' | 'session_id' | 'project_id' | 'path' | 'tool' | 'pattern' | 'action'>

export function createGrantRows(db: Database) {
  return {
    insert: db.prepare<[GrantRow]>(
      `INSERT INTO grants (id, scope, session_id, project_id, path, tool, pattern, action, created_at, expires_at,
         answered_in, request_id, uses, last_used_at)
       VALUES (@id, @scope, @session_id, @project_id, @path, @tool, @pattern, @action, @created_at, @expires_at,
         @answered_in, @request_id, @uses, @last_used_at)`,
    ),
    /** Grants that say the same, however long; `IS` because a missing pattern is a value here. */
    same: db.prepare<[Same], { id: string; expires_at: number | null }>(
      `SELECT id, expires_at FROM grants WHERE scope = @scope AND session_id IS @session_id
         AND project_id IS @project_id AND path IS @path AND tool = @tool AND pattern IS @pattern AND action = @action`,
    ),
    one: db.prepare<[string], GrantRow>('SELECT * FROM grants WHERE id = ?'),
    remove: db.prepare<[string]>('DELETE FROM grants WHERE id = ?'),
    removeEnded: db.prepare<[number]>('DELETE FROM grants WHERE expires_at <= ?'),
    used: db.prepare<[{ id: string; times: number; at: number }]>(
      'UPDATE grants SET uses = uses + @times, last_used_at = @at WHERE id = @id',
    ),
    /** Those of projects that are no longer in the list, and of the chats in them. */
    removeGone: db.prepare<[]>(
      `DELETE FROM grants WHERE project_id NOT IN (SELECT id FROM projects) OR session_id IN (
         SELECT id FROM sessions WHERE project_id NOT IN (SELECT id FROM projects))`,
    ),
    all: db.prepare<[], TitledGrantRow>(
      `SELECT grants.*, CASE WHEN json_valid(sessions.record) THEN sessions.record ->> '$.meta.title' END AS title
       FROM grants LEFT JOIN sessions ON sessions.id = grants.answered_in
       ORDER BY grants.created_at, grants.id`,
    ),
  }
}

export type GrantRows = ReturnType<typeof createGrantRows>
