import type { Database } from 'better-sqlite3'
import { GOVERNANCE } from '#shared/events/governance.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { EventRow, EventValues } from './event-row.ts'
import type { TreeRow } from './fork-points.ts'
import type { InboxRow } from './listings/inbox-row.ts'
import type { ListingRow } from './listings/listing-row.ts'
import { createRequestWriter } from './model-requests.ts'

const ADVANCING = Object.entries(GOVERNANCE)
  .flatMap(([kind, policy]) => (policy.leaf === 'advance' ? [`'${kind}'`] : []))
  .join(', ')

/** The kinds in `events_by_kind`, of which alone one can be asked for by its kind. */
const KINDS_BY_KIND = [
  'instructions.snapshot',
  'note.changed',
  'restore.begun',
  'restore.ended',
  'turn.ended',
] as const
export type KindByKind = (typeof KINDS_BY_KIND)[number]

/** The kinds in `events_by_run`: what is said in it, and what it asks. */
const KINDS_BY_RUN = [
  ...['message', 'harness.item', 'compact', 'exchange.snipped', 'exchange.restored'],
  ...['interaction.requested', 'interaction.resolved'],
] as const

const anyOf = (kinds: readonly string[]): string => kinds.map((kind) => `kind = '${kind}'`).join(' OR ')
// SQLite uses these indexes only where it finds their conditions in the question, as they were written in their step.
const OF_KIND = `(${anyOf(KINDS_BY_KIND)})`
const OF_RUN = `run_id IS NOT NULL AND (${anyOf(KINDS_BY_RUN)})`

/**
 * The runs that are not over and, up to 200 with them, the newest that are. Two questions, each with an index of its own:
 * sorting all runs of a long chat takes 80 ms.
 */
const NEWEST_RUNS = `
  WITH unfinished AS (
    SELECT record, 0 AS is_over, created_at, run_id FROM runs WHERE session_id = @session
      AND (status = 'pending' OR status = 'running' OR status = 'awaiting_user' OR status = 'paused')
  ), over AS (
    SELECT record, 1 AS is_over, created_at, run_id FROM runs INDEXED BY runs_by_session
    WHERE session_id = @session AND status IN ('completed', 'failed', 'cancelled')
    ORDER BY created_at DESC, run_id DESC LIMIT 200
  )
  SELECT record FROM (SELECT * FROM unfinished UNION ALL SELECT * FROM over)
  ORDER BY is_over, created_at DESC, run_id DESC LIMIT 200`

/** Tables that can be computed again from the events. */
export const FOLD_TABLES = [
  'sessions',
  'contexts',
  'runs',
  'plans',
  'queue_items',
  'interactions',
  'session_notes',
  'session_jobs',
] as const

type RecordRow = { readonly record: string }

/** Every question this room asks of its tables, prepared once. */
export function createLogRows(db: Database) {
  return {
    insertEvent: db.prepare<EventValues>(
      `INSERT INTO events (id, session_id, seq, parent_id, context_id, run_id, turn_index, kind, ts, client_id, v, payload, copied_from)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    putRequest: createRequestWriter(db),
    nameBlob: db.prepare<[string, string]>(
      'INSERT OR IGNORE INTO blob_names (blob_id, session_id) VALUES (?, ?)',
    ),
    eventsAfter: db.prepare<[string, number], EventRow>(
      'SELECT * FROM events WHERE session_id = ? AND seq > ? ORDER BY seq',
    ),
    newestSeq: db.prepare<[string], { seq: number | null }>(
      'SELECT max(seq) AS seq FROM events WHERE session_id = ?',
    ),
    newestOfKind: db.prepare<[string, KindByKind], EventRow>(
      `SELECT * FROM events WHERE session_id = ? AND kind = ? AND ${OF_KIND} ORDER BY seq DESC LIMIT 1`,
    ),
    firstOfSession: db.prepare<[string], EventRow>(
      'SELECT * FROM events WHERE session_id = ? ORDER BY seq LIMIT 1',
    ),
    newestOfKinds: db.prepare<[string, string, number], EventRow>(
      `SELECT * FROM events WHERE session_id = ? AND kind IN (SELECT value FROM json_each(?))
       ORDER BY seq DESC LIMIT ?`,
    ),
    asksOfRun: db.prepare<[string], EventRow>(
      `SELECT * FROM events WHERE run_id = ? AND kind IN ('interaction.requested', 'interaction.resolved')
         AND ${OF_RUN} ORDER BY seq`,
    ),
    answerOfCall: db.prepare<[string, string], EventRow>(
      `SELECT * FROM events WHERE run_id = ? AND kind = 'message' AND payload ->> '$.message.tool.callId' = ?
         AND ${OF_RUN} ORDER BY seq LIMIT 1`,
    ),
    firstOfRun: db.prepare<[string], EventRow>(
      `SELECT * FROM events WHERE run_id = ? AND kind IN (${ADVANCING}) AND ${OF_RUN} ORDER BY seq LIMIT 1`,
    ),
    /** The branch that ends at an event, root first, at most `limit` long. */
    pathTo: db.prepare<[{ leaf: string; limit: number }], EventRow>(
      `WITH RECURSIVE path (id, parent_id, depth) AS (
         SELECT id, parent_id, 1 FROM events WHERE id = @leaf
         UNION ALL
         SELECT events.id, events.parent_id, depth + 1 FROM events JOIN path ON events.id = path.parent_id
         WHERE depth < @limit
       )
       SELECT events.* FROM path JOIN events ON events.id = path.id ORDER BY path.depth DESC`,
    ),
    /** The event tree of a session, without contents. */
    tree: db.prepare<[string], TreeRow>(
      `SELECT events.id, parent_id, kind, context_id AS context,
         CASE WHEN parent_id IS NOT NULL THEN NULL
           WHEN contexts.record ->> '$.mode' = 'continue' THEN contexts.record ->> '$.from'
           ELSE contexts.id END AS line
       FROM events LEFT JOIN contexts ON contexts.id = events.context_id
       WHERE events.session_id = ? AND kind IN (${ADVANCING}) ORDER BY seq`,
    ),
    workflowEvents: db.prepare<[string], EventRow>(
      "SELECT * FROM events WHERE session_id = ? AND kind LIKE 'workflow.%' ORDER BY seq",
    ),
    attemptEvents: db.prepare<[string], EventRow>(
      "SELECT * FROM events WHERE session_id = ? AND kind LIKE 'attempts.%' ORDER BY seq",
    ),
    eventById: db.prepare<[string], EventRow>('SELECT * FROM events WHERE id = ?'),
    /** The logs of the agents that runs of a session have started, in the order of the calls that started them. */
    childSessions: db.prepare<[{ of: string }], { id: string }>(
      `SELECT child.session_id AS id FROM runs AS parent JOIN runs AS child ON child.parent_run_id = parent.run_id
       LEFT JOIN sessions ON sessions.id = child.session_id
       WHERE parent.session_id = @of AND child.session_id <> @of
       GROUP BY child.session_id
       ORDER BY min(parent.created_at), sessions.record ->> '$.task.place.turn',
         sessions.record ->> '$.task.place.call',
         min(child.created_at), id`,
    ),
    /** The runs of those agents that runs of a session started themselves. */
    runsBelow: db.prepare<[{ of: string }], RecordRow>(
      `SELECT child.record AS record FROM runs AS parent JOIN runs AS child ON child.parent_run_id = parent.run_id
       WHERE parent.session_id = @of AND child.session_id <> @of ORDER BY child.run_id`,
    ),
    /** Agents that work for a chat or for one another. Those of scripts are listed with their run. */
    newestAgents: db.prepare<[{ project: string | null; limit: number }], { id: string }>(
      `SELECT sessions.id AS id FROM sessions
       JOIN sessions AS parent ON parent.id = sessions.record ->> '$.parentSessionId'
       WHERE sessions.kind = 'child' AND parent.kind <> 'workflow'
         AND (@project IS NULL OR sessions.project_id = @project)
       ORDER BY sessions.updated_at DESC LIMIT @limit`,
    ),
    /** Agents that came to a limit once, the one for which that is least long ago first. Most have gone on since. */
    stoppedAtLimit: db.prepare<[number], { id: string }>(
      `SELECT session_id AS id FROM runs
       WHERE parent_run_id IS NOT NULL AND status = 'failed' AND record ->> '$.error.code' = 'limit.exceeded'
       GROUP BY session_id ORDER BY max(created_at) DESC LIMIT ?`,
    ),
    /** Agents whose parent waits for them again, the most recently active last. */
    awaitedAgents: db.prepare<[], { id: string }>(
      "SELECT id FROM sessions WHERE kind = 'child' AND record ->> '$.meta.awaited' ORDER BY updated_at, id",
    ),
    /**
     * Background ends of chat agents without a notice in any log; a notice has the id of its run. Teammates
     * report themselves. `toldRun` is the marker of earlier versions.
     */
    untoldEnds: db.prepare<[], RecordRow>(
      `SELECT newest.record AS record FROM sessions AS agent
       JOIN sessions AS parent ON parent.id = agent.record ->> '$.parentSessionId'
       JOIN runs AS newest ON newest.run_id = (
         SELECT run_id FROM runs WHERE session_id = agent.id AND record ->> '$.kind' IN ('child', 'detached')
         ORDER BY status IN ('completed', 'failed', 'cancelled'), created_at DESC, run_id DESC LIMIT 1)
       WHERE agent.kind = 'child' AND parent.kind <> 'workflow' AND agent.record ->> '$.meta.background'
         AND agent.record ->> '$.task.teammate' IS NULL
         AND newest.status IN ('completed', 'failed', 'cancelled')
         AND agent.record ->> '$.meta.toldRun' IS NOT newest.run_id
         AND NOT EXISTS (SELECT 1 FROM events WHERE id = 'evt_' || substr(newest.run_id, 5))
       ORDER BY agent.updated_at, agent.id`,
    ),
    sessionIds: db.prepare<[], { id: string }>('SELECT DISTINCT session_id AS id FROM events'),
    ...foldRows(db),
    ...listingRows(db),
    ...inboxRows(db),
  }
}

function foldRows(db: Database) {
  return {
    putSession: db.prepare<SessionValues>(
      `INSERT INTO sessions
         (id, kind, project_id, archived, pinned, deleted_at, created_at, updated_at, last_seq, record)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET project_id = excluded.project_id, archived = excluded.archived,
         pinned = excluded.pinned, deleted_at = excluded.deleted_at, updated_at = excluded.updated_at,
         last_seq = excluded.last_seq, record = excluded.record`,
    ),
    session: db.prepare<[string], RecordRow>('SELECT record FROM sessions WHERE id = ?'),
    putContext: db.prepare<[string, string, string]>(
      'INSERT INTO contexts (id, session_id, record) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record',
    ),
    contexts: db.prepare<[string], RecordRow>('SELECT record FROM contexts WHERE session_id = ? ORDER BY id'),
    putRun: db.prepare<[string, string, string, string | null, number, string]>(
      `INSERT INTO runs (run_id, session_id, status, parent_run_id, created_at, record) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (run_id) DO UPDATE SET status = excluded.status, record = excluded.record`,
    ),
    /** Runs cached by the fold: everything unfinished, and the newest of the rest. */
    newestRuns: db.prepare<[{ session: string }], RecordRow>(NEWEST_RUNS),
    run: db.prepare<[string], RecordRow>('SELECT record FROM runs WHERE run_id = ?'),
    allRuns: db.prepare<[string], RecordRow>('SELECT record FROM runs WHERE session_id = ? ORDER BY run_id'),
    unsettled: db.prepare<[], { id: string }>(
      `SELECT session_id AS id FROM runs
       WHERE status = 'pending' OR status = 'running' OR status = 'awaiting_user' OR status = 'paused'
       UNION SELECT session_id FROM queue_items`,
    ),
    putPlan: db.prepare<[string, string, string]>(
      'INSERT INTO plans (id, session_id, record) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record',
    ),
    dropPlan: db.prepare<[string]>('DELETE FROM plans WHERE id = ?'),
    plans: db.prepare<[string], RecordRow>('SELECT record FROM plans WHERE session_id = ? ORDER BY id'),
    clearQueue: db.prepare<[string]>('DELETE FROM queue_items WHERE session_id = ?'),
    putQueueItem: db.prepare<[string, string, number, string]>(
      'INSERT OR REPLACE INTO queue_items (item_id, session_id, position, record) VALUES (?, ?, ?, ?)',
    ),
    queue: db.prepare<[string], RecordRow>(
      'SELECT record FROM queue_items WHERE session_id = ? ORDER BY position',
    ),
    clearNotes: db.prepare<[string]>('DELETE FROM session_notes WHERE session_id = ?'),
    putNote: db.prepare<[string, string, string]>(
      'INSERT INTO session_notes (session_id, key, record) VALUES (?, ?, ?)',
    ),
    notes: db.prepare<[string], RecordRow>('SELECT record FROM session_notes WHERE session_id = ?'),
    clearJobs: db.prepare<[string]>('DELETE FROM session_jobs WHERE session_id = ?'),
    putJob: db.prepare<[string, string, number, string]>(
      'INSERT INTO session_jobs (session_id, id, running, record) VALUES (?, ?, ?, ?)',
    ),
    jobs: db.prepare<[string], RecordRow>('SELECT record FROM session_jobs WHERE session_id = ?'),
    withRunningJobs: db.prepare<[], { readonly id: string }>(
      'SELECT DISTINCT session_id AS id FROM session_jobs WHERE running = 1',
    ),
    clearInteractions: db.prepare<[string]>('DELETE FROM interactions WHERE session_id = ?'),
    putInteraction: db.prepare<[string, string, string]>(
      'INSERT OR REPLACE INTO interactions (request_id, session_id, record) VALUES (?, ?, ?)',
    ),
    interactions: db.prepare<[string], RecordRow>(
      'SELECT record FROM interactions WHERE session_id = ? ORDER BY request_id',
    ),
    dropFolds: FOLD_TABLES.map((table) =>
      db.prepare<[string]>(`DELETE FROM ${table} WHERE ${table === 'sessions' ? 'id' : 'session_id'} = ?`),
    ),
  }
}

function listingRows(db: Database) {
  const newest = (column: string) => `(SELECT ${column} FROM runs WHERE session_id = sessions.id
        AND parent_run_id IS NULL ORDER BY created_at DESC, rowid DESC LIMIT 1)`
  const saidNames = `CASE WHEN status = 'failed' AND json_valid(runs.record) THEN
        (SELECT json_group_array(value ->> '$.name') FROM json_each(runs.record, '$.error.said')) END`
  const line = `SELECT id, project_id, updated_at, pinned, archived, deleted_at,
      EXISTS (SELECT 1 FROM unread_sessions WHERE session_id = sessions.id) AS unread,
      CASE WHEN json_valid(record) THEN record ->> '$.meta.title' END AS title,
      CASE WHEN json_valid(record) THEN record ->> '$.meta.origin.name' END AS trigger_name,
      CASE WHEN json_valid(record) THEN record ->> '$.meta.worktree.branch' END AS worktree_branch,
      ${newest('status')} AS newest_run, ${newest(saidNames)} AS newest_said,
      EXISTS (SELECT 1 FROM interactions WHERE session_id = sessions.id) AS waiting
    FROM sessions`
  const newestChats = (archived: 0 | 1) => `SELECT * FROM (
      SELECT rowid AS place, pinned, updated_at FROM sessions
      WHERE project_id = @project AND kind = 'chat' AND deleted_at IS NULL AND archived = ${archived}
      ORDER BY pinned DESC, updated_at DESC LIMIT @limit)`
  return {
    /** Reads as many entries of `sessions_by_project` as are asked for: no sorting, however many chats there are. */
    chatLines: db.prepare<[{ project: string; limit: number }], ListingRow>(
      `${line} WHERE project_id = @project AND kind = 'chat' AND deleted_at IS NULL AND archived = 0
       ORDER BY pinned DESC, updated_at DESC LIMIT @limit`,
    ),
    /** The same with archived chats: the newest of both kinds, of which the newest are listed. */
    allChatLines: db.prepare<[{ project: string; limit: number }], ListingRow>(
      `${line} WHERE sessions.rowid IN (
         SELECT place FROM (${newestChats(0)} UNION ALL ${newestChats(1)}
           ORDER BY pinned DESC, updated_at DESC LIMIT @limit))
       ORDER BY pinned DESC, updated_at DESC`,
    ),
    /** Every chat that is not in the bin, oldest first. */
    keptChats: db.prepare<[], { id: string }>(
      "SELECT id FROM sessions WHERE kind = 'chat' AND deleted_at IS NULL ORDER BY created_at, id",
    ),
    /** The chats in the bin, the newest deleted first. */
    binLines: db.prepare<[], ListingRow>(
      `${line} WHERE kind = 'chat' AND deleted_at IS NOT NULL ORDER BY deleted_at DESC LIMIT 1000`,
    ),
    /** Every log of a project: chats, agents and workflow runs, also in the bin. */
    logsOfProject: db.prepare<[string], { id: string }>('SELECT id FROM sessions WHERE project_id = ?'),
    /** The sets of attempts of a project, newest first; of all projects for null. */
    attemptSets: db.prepare<[{ project: string | null }], { id: string }>(
      `SELECT id FROM sessions WHERE kind = 'attempts' AND (@project IS NULL OR project_id = @project)
       ORDER BY created_at DESC, id DESC`,
    ),
    /** The sessions of a project that work in a worktree. */
    sessionsInWorktree: db.prepare<[string, string], { id: string }>(
      `SELECT id FROM sessions WHERE project_id = ? AND json_valid(record)
       AND record ->> '$.meta.worktree.id' = ? ORDER BY created_at`,
    ),
    chatLine: db.prepare<[string], ListingRow>(`${line} WHERE id = ? AND kind = 'chat'`),
    countChats: db.prepare<[string, number], { total: number }>(
      `SELECT count(*) AS total FROM sessions
       WHERE project_id = ? AND kind = 'chat' AND deleted_at IS NULL AND archived <= ?`,
    ),
  }
}

function inboxRows(db: Database) {
  const title = (table: string) =>
    `CASE WHEN json_valid(${table}.record) THEN ${table}.record ->> '$.meta.title' END`
  return {
    /** Every request that waits, the oldest first. What lies in the bin is not asked about, nor is who works for it. */
    inboxLines: db.prepare<[], InboxRow>(
      `SELECT interactions.request_id AS id, interactions.session_id, interactions.record, asking.project_id,
         ${title('asking')} AS title, parents.id AS parent_id, ${title('parents')} AS parent_title,
         workflow_runs.id AS workflow_run_id
       FROM interactions
       JOIN sessions AS asking ON asking.id = interactions.session_id
       LEFT JOIN sessions AS parents ON asking.kind = 'child' AND json_valid(asking.record)
         AND parents.id = asking.record ->> '$.parentSessionId'
       LEFT JOIN workflow_runs ON workflow_runs.session_id = parents.id
       WHERE json_valid(interactions.record) AND NOT EXISTS (
         WITH RECURSIVE above (id) AS (
           SELECT asking.id UNION
           SELECT sessions.record ->> '$.parentSessionId' FROM above JOIN sessions ON sessions.id = above.id
           WHERE sessions.kind = 'child' AND json_valid(sessions.record)
         )
         SELECT 1 FROM above JOIN sessions ON sessions.id = above.id WHERE sessions.deleted_at IS NOT NULL
       )
       ORDER BY interactions.record ->> '$.askedAt', interactions.request_id LIMIT 1000`,
    ),
  }
}

export type LogRows = ReturnType<typeof createLogRows>

/** The columns we search by and the whole record, in the order of `putSession`. Names would be looked up with each write. */
export function sessionValues(session: SessionRecord): SessionValues {
  const { id, kind, meta, createdAt, updatedAt, lastSeq } = session
  const flags: Flags = [meta.archived ? 1 : 0, meta.pinned === true ? 1 : 0]
  const times: Times = [meta.deletedAt ?? null, createdAt, updatedAt]
  return [id, kind, meta.projectId, ...flags, ...times, lastSeq, JSON.stringify(session)]
}

type Flags = [archived: number, pinned: number]
type Times = [deletedAt: number | null, createdAt: number, updatedAt: number]
type SessionValues = [
  ...[id: string, kind: string, projectId: string | null],
  ...Flags,
  ...Times,
  ...[lastSeq: number, record: string],
]
