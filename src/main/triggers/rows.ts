import type { Database } from 'better-sqlite3'
import type { ProjectId, SessionId, TriggerFiringId, TriggerId } from '#shared/ids.ts'
import { TriggerOrigin } from '#shared/trigger/origin.ts'
import { Trigger, TriggerFiring } from '#shared/trigger/trigger.ts'
import type { EndedWork } from './ended-work.ts'

/** A trigger with the mark up to which the events of its source are dealt with. */
export type StoredTrigger = { readonly trigger: Trigger; readonly through: string }

type TriggerRow = { readonly record: string; readonly through: string }
type FiringRow = { readonly record: string }

/** History rows that are kept for each trigger. They also keep an event from starting a second run. */
const MOST_KEPT = 5_000
/** Deleted triggers can be restored until this long after, in milliseconds. */
const RESTORE_MS = 30 * 24 * 3_600_000

/** The tables of triggers and of their history. */
export function createTriggerRows(db: Database) {
  const put = db.prepare<[string, string, number, string, number, string]>(
    `INSERT INTO triggers (id, project_id, enabled, through, created_at, record) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET project_id = excluded.project_id, enabled = excluded.enabled,
       through = excluded.through, record = excluded.record`,
  )
  const through = db.prepare<[string, string]>('UPDATE triggers SET through = ? WHERE id = ?')
  const all = db.prepare<[], TriggerRow>(
    'SELECT record, through FROM triggers WHERE deleted_at IS NULL ORDER BY created_at, id',
  )
  const one = db.prepare<[string], TriggerRow>(
    'SELECT record, through FROM triggers WHERE id = ? AND deleted_at IS NULL',
  )
  const dropped = db.prepare<[string], TriggerRow>(
    'SELECT record, through FROM triggers WHERE id = ? AND deleted_at IS NOT NULL',
  )
  const remove = db.prepare<[number | null, string]>('UPDATE triggers SET deleted_at = ? WHERE id = ?')
  const purgeFirings = db.prepare<[number]>(
    'DELETE FROM trigger_firings WHERE trigger_id IN (SELECT id FROM triggers WHERE deleted_at < ?)',
  )
  const purge = db.prepare<[number]>('DELETE FROM triggers WHERE deleted_at < ?')
  const firings = createFiringRows(db)
  const stored = ({ trigger, through: mark }: StoredTrigger): void => {
    const { id, projectId, enabled, createdAt } = trigger
    put.run(id, projectId, enabled ? 1 : 0, mark, createdAt, JSON.stringify(trigger))
  }
  const claim = db.transaction((id: TriggerId, mark: string, added: readonly NewFiring[]) => {
    through.run(mark, id)
    const kept = added.filter((firing) => firings.add(firing))
    firings.trim(id)
    return kept
  })
  return {
    ...firings,
    all: (): StoredTrigger[] => all.all().flatMap(storedOf),
    one: (id: TriggerId): StoredTrigger | null => storedOf(one.get(id))[0] ?? null,
    deleted: (id: TriggerId): StoredTrigger | null => storedOf(dropped.get(id))[0] ?? null,
    put: stored,
    remove: (id: TriggerId, at: number): void => void remove.run(at, id),
    restore: (id: TriggerId): void => void remove.run(null, id),
    /** Removes triggers that were deleted long ago. */
    purge: (now: number): void => {
      purgeFirings.run(now - RESTORE_MS)
      purge.run(now - RESTORE_MS)
    },
    /** Moves the mark and adds history rows in one step. Returns the rows whose event is new. */
    claim: (id: TriggerId, mark: string, added: readonly NewFiring[]): readonly NewFiring[] =>
      claim(id, mark, added),
  }
}

export type TriggerRows = ReturnType<typeof createTriggerRows>

/** A history row with the data that its run needs; null once it has begun. */
export type NewFiring = { readonly firing: TriggerFiring; readonly data: string | null }

function createFiringRows(db: Database) {
  const add = db.prepare<
    [string, string, string, number, string, string | null, string | null, string | null, string]
  >(
    `INSERT INTO trigger_firings (id, trigger_id, key, at, state, session_id, workflow_run_id, data, record)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (trigger_id, key) DO NOTHING`,
  )
  const put = db.prepare<[string, number | null, number | null, string, string]>(
    'UPDATE trigger_firings SET state = ?, ended_at = ?, usd = ?, data = NULL, record = ? WHERE id = ?',
  )
  const one = db.prepare<[string], FiringRow & { data: string | null }>(
    'SELECT record, data FROM trigger_firings WHERE id = ?',
  )
  const active = db.prepare<[], FiringRow & { data: string | null }>(
    "SELECT record, data FROM trigger_firings WHERE state IN ('claimed', 'running') ORDER BY rowid",
  )
  const page = db.prepare<[string, number, number], FiringRow>(
    // In the order in which they were stored: the clock may have been set back.
    'SELECT record FROM trigger_firings WHERE trigger_id = ? ORDER BY rowid DESC LIMIT ? OFFSET ?',
  )
  const recent = db.prepare<[{ project: string | null; limit: number }], FiringRow>(
    `SELECT trigger_firings.record FROM trigger_firings JOIN triggers ON triggers.id = trigger_id
     WHERE triggers.deleted_at IS NULL AND (@project IS NULL OR triggers.project_id = @project)
     ORDER BY trigger_firings.rowid DESC LIMIT @limit`,
  )
  const count = db.prepare<[string], { total: number }>(
    'SELECT count(*) AS total FROM trigger_firings WHERE trigger_id = ?',
  )
  const since = db.prepare<[string, number], FiringRow>(
    `SELECT record FROM trigger_firings WHERE trigger_id = ? AND at >= ?
     AND state NOT IN ('skipped', 'missed') ORDER BY at`,
  )
  const trim = db.prepare<[string, string]>(
    `DELETE FROM trigger_firings WHERE trigger_id = ? AND state NOT IN ('claimed', 'running') AND rowid <
       (SELECT rowid FROM trigger_firings WHERE trigger_id = ? ORDER BY rowid DESC LIMIT 1 OFFSET ${MOST_KEPT})`,
  )
  const ofSession = db.prepare<[string], FiringRow>(
    'SELECT record FROM trigger_firings WHERE session_id = ? LIMIT 1',
  )
  return {
    /** Adds a history row. Returns false when the event has one already. */
    add: ({ firing, data }: NewFiring): boolean => {
      const { id, triggerId, key, at, state, sessionId, workflowRunId } = firing
      const record = JSON.stringify(firing)
      return add.run(id, triggerId, key, at, state, sessionId, workflowRunId, data, record).changes === 1
    },
    putFiring: (firing: TriggerFiring): void =>
      void put.run(firing.state, firing.endedAt, firing.usd, JSON.stringify(firing), firing.id),
    firing: (id: TriggerFiringId): NewFiring | null => {
      const row = one.get(id)
      return row === undefined
        ? null
        : (firingOf(row).map((firing) => ({ firing, data: row.data }))[0] ?? null)
    },
    /** The rows whose run has not ended, oldest first. */
    active: (): NewFiring[] =>
      active.all().flatMap((row) => firingOf(row).map((firing) => ({ firing, data: row.data }))),
    history: (id: TriggerId, offset: number, limit: number) => ({
      firings: page.all(id, limit, offset).flatMap(firingOf),
      total: count.get(id)?.total ?? 0,
    }),
    /** The newest rows of all triggers of a project; null for every project. */
    recent: (project: string | null, limit: number): TriggerFiring[] =>
      recent.all({ project, limit }).flatMap(firingOf),
    /** The runs since a moment, oldest first. */
    runsSince: (id: TriggerId, at: number): TriggerFiring[] => since.all(id, at).flatMap(firingOf),
    firingOfSession: (id: SessionId): TriggerFiring | null => {
      const row = ofSession.get(id)
      return row === undefined ? null : (firingOf(row)[0] ?? null)
    },
    trim: (id: TriggerId): void => void trim.run(id, id),
  }
}

type EndedRow = {
  readonly id: string
  readonly name: string | null
  readonly endedAt: number
  readonly status: string
  readonly origin: string | null
}

/** Creates the lookup of runs that ended since a moment, for triggers that start at the end of another run. */
export function createEndedRuns(db: Database) {
  const chats = db.prepare<[string, number], EndedRow>(
    `SELECT runs.run_id AS id, runs.record ->> '$.endedAt' AS endedAt, runs.status AS status,
       sessions.record ->> '$.meta.title' AS name, sessions.record -> '$.meta.origin' AS origin
     FROM sessions JOIN runs ON runs.session_id = sessions.id
     WHERE sessions.project_id = ? AND sessions.kind = 'chat' AND sessions.updated_at >= ?2
       AND runs.record ->> '$.kind' = 'chat' AND runs.status IN ('completed', 'failed', 'cancelled')
       AND runs.record ->> '$.endedAt' >= ?2
     ORDER BY endedAt LIMIT 200`,
  )
  const workflows = db.prepare<[string, number], EndedRow>(
    `SELECT id, name, listing ->> '$.endedAt' AS endedAt, state AS status, listing -> '$.origin' AS origin
     FROM workflow_runs
     WHERE project_id = ? AND updated_at >= ?2 AND state NOT IN ('running', 'paused')
       AND NOT coalesce(listing ->> '$.imported', 0) AND listing ->> '$.endedAt' >= ?2
     ORDER BY endedAt LIMIT 200`,
  )
  return (projectId: ProjectId, kind: EndedWork['kind'], at: number): EndedWork[] =>
    (kind === 'chat' ? chats : workflows).all(projectId, at).map(({ id, name, endedAt, status, origin }) => {
      const parsed = origin === null ? null : TriggerOrigin.safeParse(JSON.parse(origin))
      return {
        kind,
        id,
        endedAt,
        name: name ?? '',
        isDone: status === 'completed' || status === 'done',
        chain: parsed?.success === true ? [...parsed.data.chain, parsed.data.triggerId] : [],
      }
    })
}

function storedOf(row: TriggerRow | undefined): StoredTrigger[] {
  if (row === undefined) return []
  const trigger = Trigger.safeParse(JSON.parse(row.record))
  return trigger.success ? [{ trigger: trigger.data, through: row.through }] : []
}

function firingOf(row: FiringRow): TriggerFiring[] {
  const firing = TriggerFiring.safeParse(JSON.parse(row.record))
  return firing.success ? [firing.data] : []
}
