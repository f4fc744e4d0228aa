import type { Database } from 'better-sqlite3'

/** One row of `grants`. */
export type GrantRow = {
  readonly id: string
  readonly scope: string
  readonly session_id: string | null
  readonly project_id: string | null
  readonly tool: string
  readonly pattern: string | null
  readonly action: string
  readonly created_at: number
  readonly expires_at: number | null
}

export function createGrantRows(db: Database) {
  return {
    insert: db.prepare<[GrantRow]>(
      `INSERT INTO grants (id, scope, session_id, project_id, tool, pattern, action, created_at, expires_at)
       VALUES (@id, @scope, @session_id, @project_id, @tool, @pattern, @action, @created_at, @expires_at)`,
    ),
    /** A grant that says the same; `IS` because a missing pattern and no end are values here. */
    equal: db.prepare<[Omit<GrantRow, 'id'>], { id: string }>(
      `SELECT id FROM grants WHERE scope = @scope AND session_id IS @session_id AND project_id IS @project_id
         AND tool = @tool AND pattern IS @pattern AND action = @action AND expires_at IS @expires_at`,
    ),
    remove: db.prepare<[string]>('DELETE FROM grants WHERE id = ?'),
    /** Those of projects that are no longer in the list, and of the chats in them. */
    removeGone: db.prepare<[]>(
      `DELETE FROM grants WHERE project_id NOT IN (SELECT id FROM projects) OR session_id IN (
         SELECT id FROM sessions WHERE project_id NOT IN (SELECT id FROM projects))`,
    ),
    all: db.prepare<[], GrantRow>('SELECT * FROM grants ORDER BY created_at, id'),
  }
}

export type GrantRows = ReturnType<typeof createGrantRows>
