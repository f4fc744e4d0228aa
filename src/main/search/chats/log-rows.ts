import type { Database } from 'better-sqlite3'
import { type ChatDoc, docOf } from './chat-doc.ts'
import type { StoredOutput } from './stored-outputs.ts'

/** The line of a chat, or of an agent, in the log, as search needs it. */
export type LogChat = {
  readonly id: string
  readonly kind: 'chat' | 'child'
  readonly last_seq: number
  readonly created_at: number
  readonly project_id: string | null
  readonly deleted_at: number | null
  /** Null when the stored record cannot be read. */
  readonly title: string | null
}

/** For whom an agent works in the end: a chat, or a run of a workflow. */
export type LogOwner = {
  readonly id: string
  readonly deleted_at: number | null
  readonly title: string | null
  readonly run_id: string | null
}

/** An event with words in it. */
export type LogEvent = {
  readonly id: string
  readonly seq: number
  readonly kind: string
  readonly ts: number
  readonly context_id: string | null
  readonly payload: string
}

/** Creates the read-only access of the search to the log. */
export function createLogQuestions(log: Database, stored: StoredOutput) {
  const chat = `SELECT id, kind, last_seq, created_at, project_id, deleted_at,
      CASE WHEN json_valid(record) THEN record ->> '$.meta.title' END AS title
    FROM sessions WHERE kind IN ('chat', 'child')`
  const parent = "CASE WHEN json_valid(record) THEN record ->> '$.parentSessionId' END"
  const event = 'SELECT id, seq, kind, ts, context_id, payload FROM events'
  return {
    /** Returns the searchable text of an event, one chunk at a time. */
    doc: ({ kind, payload }: LogEvent, piece: number): ChatDoc | null =>
      docOf({ kind, payload, piece }, stored),
    chat: log.prepare<[string], LogChat>(`${chat} AND id = ?`),
    positions: log.prepare<[], Pick<LogChat, 'id' | 'last_seq'>>(
      "SELECT id, last_seq FROM sessions WHERE kind IN ('chat', 'child')",
    ),
    ownerOf: log.prepare<[string], LogOwner>(
      `WITH RECURSIVE up (id, kind, parent, depth) AS (
         SELECT id, kind, ${parent}, 0 FROM sessions WHERE id = ?
         UNION ALL
         SELECT sessions.id, sessions.kind, ${parent}, depth + 1 FROM sessions JOIN up ON sessions.id = up.parent
         WHERE depth < 20
       )
       SELECT sessions.id, sessions.deleted_at, workflow_runs.id AS run_id,
         coalesce(workflow_runs.name, CASE WHEN json_valid(sessions.record)
           THEN sessions.record ->> '$.meta.title' END) AS title
       FROM up JOIN sessions ON sessions.id = up.id LEFT JOIN workflow_runs ON workflow_runs.session_id = up.id
       WHERE up.kind <> 'child' LIMIT 1`,
    ),
    wordsAfter: log.prepare<[string, number], LogEvent>(
      // Messages copied from a parent's log are found there.
      `${event} WHERE session_id = ? AND seq > ? AND kind IN ('message', 'harness.item', 'compact')
         AND (copied_from IS NULL OR (SELECT kind FROM sessions WHERE sessions.id = events.session_id) = 'chat')
       ORDER BY seq`,
    ),
    eventAt: log.prepare<[string, number], LogEvent>(`${event} WHERE session_id = ? AND seq = ?`),
    agentOf: log.prepare<[string], { agent: string | null }>(
      "SELECT CASE WHEN json_valid(record) THEN record ->> '$.agentId' END AS agent FROM contexts WHERE id = ?",
    ),
    /** The end of the branch that a chat shows. */
    leafOf: log.prepare<[string], { leaf: string | null }>(
      `SELECT contexts.record ->> '$.leaf' AS leaf FROM sessions
       JOIN contexts ON contexts.id = sessions.record ->> '$.meta.activeContextId'
       WHERE sessions.id = ? AND json_valid(sessions.record) AND json_valid(contexts.record)`,
    ),
    pathTo: log.prepare<[string], { id: string }>(
      `WITH RECURSIVE path (id, parent_id) AS (
         SELECT id, parent_id FROM events WHERE id = ?
         UNION ALL
         SELECT events.id, events.parent_id FROM events JOIN path ON events.id = path.parent_id
       ) SELECT id FROM path`,
    ),
  }
}

export type LogQuestions = ReturnType<typeof createLogQuestions>
