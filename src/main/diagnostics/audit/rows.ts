import type { Database } from 'better-sqlite3'
import { AUDITED, type AuditEntry, type AuditedCall, type AuditGroup } from '#shared/audit/audit.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'

type Row = Pick<AuditEntry, 'id' | 'at' | 'about'> & {
  readonly call: string
  readonly by: string
  readonly project_id: string | null
  readonly session_id: string | null
}

/** The acts that are kept. Older ones are deleted. */
const MOST_KEPT = 20_000
/** The acts between two clean-ups. */
const CLEAN_UP_EVERY = 1_000

/** Creates the table of the audit trail. */
export function createAuditRows(db: Database) {
  const add = db.prepare<[Omit<Row, 'id'>]>(
    `INSERT INTO audit (at, call, by, about, project_id, session_id)
     VALUES (@at, @call, @by, @about, @project_id, @session_id)`,
  )
  const purge = db.prepare<[number]>('DELETE FROM audit WHERE id <= ?')
  const page = db.prepare<[{ calls: string; before: number; limit: number }], Row>(
    `SELECT * FROM audit WHERE id < @before AND call IN (SELECT value FROM json_each(@calls))
     ORDER BY id DESC LIMIT @limit`,
  )
  const count = db.prepare<[string], { total: number }>(
    'SELECT COUNT(*) AS total FROM audit WHERE call IN (SELECT value FROM json_each(?))',
  )
  const newest = db.prepare<
    [{ call: string; about: string; project: string | null }],
    Pick<Row, 'id' | 'at' | 'by'>
  >(
    `SELECT id, at, by FROM audit WHERE call = @call AND about = @about AND project_id IS @project
     ORDER BY id DESC LIMIT 1`,
  )
  return {
    add: ({ projectId, sessionId, ...entry }: Omit<AuditEntry, 'id'>): void => {
      const { lastInsertRowid } = add.run({ ...entry, project_id: projectId, session_id: sessionId })
      const id = Number(lastInsertRowid)
      if (id % CLEAN_UP_EVERY === 0) purge.run(id - MOST_KEPT)
    },
    /** Returns acts, newest first. `before` is the id of the oldest one that is known; null for none. */
    page: (group: AuditGroup | null, before: number | null, limit: number): readonly AuditEntry[] =>
      page
        .all({ calls: callsOf(group), before: before ?? Number.MAX_SAFE_INTEGER, limit })
        .map(({ project_id, session_id, ...row }) => ({
          ...row,
          call: row.call as AuditedCall,
          by: byOf(row.by),
          projectId: project_id as ProjectId | null,
          sessionId: session_id as SessionId | null,
        })),
    /** Returns the newest of some acts, by their calls and subjects; null where none is kept. */
    newest: (
      acts: readonly Pick<AuditEntry, 'call' | 'about' | 'projectId'>[],
    ): Pick<AuditEntry, 'at' | 'by'> | null => {
      const found = acts.flatMap(({ call, about, projectId }) => {
        const row = newest.get({ call, about, project: projectId })
        return row === undefined ? [] : [row]
      })
      const last = found.toSorted((left, right) => right.id - left.id)[0]
      return last === undefined ? null : { at: last.at, by: byOf(last.by) }
    },
    count: (group: AuditGroup | null): number => count.get(callsOf(group))?.total ?? 0,
  }
}

const byOf = (by: string): AuditEntry['by'] => (by === 'commandLine' ? 'commandLine' : 'window')

export type AuditRows = ReturnType<typeof createAuditRows>

/** The calls of a group as a JSON list; those of all groups for null. A call of a later version is in none. */
const callsOf = (group: AuditGroup | null): string =>
  JSON.stringify(
    Object.entries(AUDITED).flatMap(([call, its]) => (group === null || its === group ? [call] : [])),
  )
