import type { Database } from 'better-sqlite3'
import type { FileVersionId } from '#shared/checkpoint/checkpoint.ts'
import type { RunId } from '#shared/ids.ts'

export type VersionRow = {
  readonly id: number
  readonly kind: string
  readonly state: string
  readonly project_id: string | null
  readonly session_id: string
  readonly run_id: string | null
  readonly call_id: string | null
  readonly path: string
  readonly before_hash: string | null
  readonly replaced_hash: string | null
  readonly undone_by: number | null
  readonly at: number
  readonly record: string
}
type RestoreRow = { readonly id: number; readonly path: string; readonly record: string }

type Inserted = Omit<VersionRow, 'id' | 'replaced_hash' | 'undone_by'> & { readonly path_key: string }

/** The statements about versions, prepared once. */
export function versionSql(db: Database) {
  const reached = `SELECT v.* FROM file_version_sessions AS s JOIN file_versions AS v ON v.id = s.version_id
    WHERE s.session_id = ?`
  return {
    insert: db.prepare<[Inserted]>(
      `INSERT INTO file_versions (kind, state, project_id, session_id, run_id, call_id, path, path_key, before_hash, at, record)
       VALUES (@kind, @state, @project_id, @session_id, @run_id, @call_id, @path, @path_key, @before_hash, @at, @record)`,
    ),
    reach: db.prepare<[string, number, string | null, string | null, number]>(
      'INSERT OR IGNORE INTO file_version_sessions (session_id, version_id, run_id, call_id, seq) VALUES (?, ?, ?, ?, ?)',
    ),
    copyReach: db.prepare<[number, number]>(
      `INSERT INTO file_version_sessions (session_id, version_id, run_id, call_id, seq)
       SELECT session_id, ?, run_id, call_id, seq FROM file_version_sessions WHERE version_id = ?`,
    ),
    // Reads the log instead of its folds, because those may be rebuilt at any time.
    goneSessions: db.prepare<[], { id: string }>(
      `SELECT DISTINCT session_id AS id FROM file_version_sessions AS reach
       WHERE NOT EXISTS (SELECT 1 FROM events WHERE events.session_id = reach.session_id)`,
    ),
    unreach: db.prepare<[string]>('DELETE FROM file_version_sessions WHERE session_id = ?'),
    isReached: db.prepare<[number]>('SELECT 1 FROM file_version_sessions WHERE version_id = ? LIMIT 1'),
    settle: db.prepare<[string, number]>("UPDATE file_versions SET state = 'done', record = ? WHERE id = ?"),
    remove: db.prepare<[number]>('DELETE FROM file_versions WHERE id = ?'),
    byIds: db.prepare<[string], VersionRow>(
      'SELECT * FROM file_versions WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id',
    ),
    inSession: db.prepare<[string], VersionRow>(`${reached} ORDER BY v.id`),
    runsIn: db.prepare<[string], { id: FileVersionId; run_id: RunId | null }>(
      'SELECT version_id AS id, run_id FROM file_version_sessions WHERE session_id = ?',
    ),
    // A file too large to copy says so in its record.
    released: db.prepare<[string | null], { count: number }>(
      `SELECT count(*) AS count FROM file_versions WHERE project_id IS ? AND before_hash IS NULL
         AND record ->> '$.before.is' = 'file'`,
    ),
    ofRun: db.prepare<[string, string], VersionRow>(`${reached} AND s.run_id = ? ORDER BY v.id`),
    ofCalls: db.prepare<[string, string, string], VersionRow>(
      `${reached} AND s.run_id = ? AND s.call_id IN (SELECT value FROM json_each(?)) ORDER BY v.id`,
    ),
    after: db.prepare<[string, number], VersionRow>(`${reached} AND s.seq >= ? ORDER BY v.id`),
    newest: db.prepare<[], { id: number }>('SELECT id FROM file_versions ORDER BY id DESC LIMIT 1'),
    newestStanding: db.prepare<[string], VersionRow>(
      `SELECT * FROM file_versions WHERE path_key = ? AND kind = 'change' AND undone_by IS NULL
       ORDER BY id DESC LIMIT 1`,
    ),
    changesTo: db.prepare<[string, number], VersionRow>(
      `SELECT * FROM file_versions WHERE path_key = ? AND kind = 'change' AND undone_by IS NULL
       ORDER BY id DESC LIMIT ?`,
    ),
    begun: db.prepare<[], VersionRow>("SELECT * FROM file_versions WHERE state = 'begun' ORDER BY id"),
    oldestKept: db.prepare<[string | null, number], VersionRow>(
      `SELECT * FROM file_versions WHERE project_id IS ? AND (before_hash IS NOT NULL OR replaced_hash IS NOT NULL)
         AND state = 'done' ORDER BY id LIMIT ?`,
    ),
    release: db.prepare<[number]>(
      'UPDATE file_versions SET before_hash = NULL, replaced_hash = NULL WHERE id = ?',
    ),
    namedInProject: db.prepare<[{ project: string | null; hash: string }]>(
      `SELECT 1 FROM file_versions WHERE before_hash = @hash AND project_id IS @project
       UNION ALL SELECT 1 FROM file_versions WHERE replaced_hash = @hash AND project_id IS @project LIMIT 1`,
    ),
    usage: db.prepare<
      [{ project: string | null }],
      { bytes: number; contents: number; oldest: number | null }
    >(
      `WITH named (hash) AS (
         SELECT before_hash FROM file_versions WHERE project_id IS @project AND before_hash IS NOT NULL
         UNION SELECT replaced_hash FROM file_versions WHERE project_id IS @project AND replaced_hash IS NOT NULL
       )
       SELECT coalesce(sum(stored), 0) AS bytes, count(*) AS contents,
         (SELECT min(at) FROM file_versions WHERE project_id IS @project
           AND (before_hash IS NOT NULL OR replaced_hash IS NOT NULL)) AS oldest
       FROM named JOIN file_contents ON sha256 = hash`,
    ),
    mark: db.prepare<[{ id: number; undone: number | null; replaced: string | null; record: string }]>(
      `UPDATE file_versions SET undone_by = @undone, replaced_hash = @replaced, record = @record WHERE id = @id`,
    ),
    beginRestore: db.prepare<[string, string | null, string | null, string]>(
      'INSERT INTO file_restores (path, from_hash, to_hash, record) VALUES (?, ?, ?, ?)',
    ),
    dropRestore: db.prepare<[number]>('DELETE FROM file_restores WHERE id = ?'),
    restores: db.prepare<[], RestoreRow>('SELECT * FROM file_restores ORDER BY id'),
  }
}
