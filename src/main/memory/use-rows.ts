import type { Database } from 'better-sqlite3'
import type { EventId, MemoryId, ProjectId, RunId, SessionId } from '#shared/ids.ts'
import type { MemoryFeedback, MemoryUse } from '#shared/memory/memory.ts'

type UseRow = {
  readonly run_id: RunId
  readonly session_id: SessionId
  readonly event_id: EventId | null
  readonly how: MemoryUse['how']
  readonly score: number
  readonly at: number
  readonly turn: number | null
  readonly title: string | null
  readonly project_id: ProjectId | null
}
type FeedbackRow = {
  readonly item_id: MemoryId
  readonly project_id: string
  readonly always: 0 | 1
  readonly not_useful: number
}

/** A run is given an item. */
export type NewUse = Pick<MemoryUse, 'runId' | 'sessionId' | 'eventId' | 'how' | 'score' | 'at'> & {
  readonly itemId: MemoryId
}

/** Maximum uses of an item listed one by one. */
const MOST_USES = 100

/** A question that is answered again has not become another one. */
const TURN = `(SELECT nullif(count(DISTINCT coalesce(r.record ->> '$.inputEventId', r.run_id)), 0)
  FROM runs AS mine JOIN runs AS r ON r.session_id = mine.session_id AND r.created_at <= mine.created_at
  WHERE mine.run_id = u.run_id AND mine.record ->> '$.kind' = 'chat' AND r.record ->> '$.kind' = 'chat')`

/** SQL about where items went, and what the person said about it. */
export function createUseRows(db: Database) {
  const add = db.prepare<[Record<string, string | number | null>]>(
    `INSERT OR IGNORE INTO memory_uses (item_id, run_id, session_id, event_id, how, score, at)
     SELECT @item_id, @run_id, @session_id, @event_id, @how, @score, @at
     WHERE EXISTS (SELECT 1 FROM memory_items WHERE id = @item_id)`,
  )
  const count = db.prepare<[{ item: MemoryId; at: number }]>(
    'UPDATE memory_items SET recalls = recalls + 1, last_recalled_at = @at WHERE id = @item',
  )
  const uses = db.prepare<[MemoryId, number], UseRow>(
    `SELECT u.*, ${TURN} AS turn, s.project_id, json_extract(s.record, '$.meta.title') AS title
     FROM memory_uses AS u LEFT JOIN sessions AS s ON s.id = u.session_id
     WHERE u.item_id = ? ORDER BY u.at DESC LIMIT ?`,
  )
  const feedback = db.prepare<[MemoryId], FeedbackRow>('SELECT * FROM memory_feedback WHERE item_id = ?')
  const feedbackIn = db.prepare<[string], FeedbackRow>('SELECT * FROM memory_feedback WHERE project_id = ?')
  const putAlways = db.prepare<[MemoryId, string, number]>(
    `INSERT INTO memory_feedback (item_id, project_id, always, not_useful) VALUES (?, ?, ?, 0)
     ON CONFLICT (item_id, project_id) DO UPDATE SET always = excluded.always, not_useful = 0`,
  )
  const addNotUseful = db.prepare<[MemoryId, string]>(
    `INSERT INTO memory_feedback (item_id, project_id, always, not_useful) VALUES (?, ?, 0, 1)
     ON CONFLICT (item_id, project_id) DO UPDATE SET always = 0, not_useful = not_useful + 1`,
  )
  return {
    /** Counts each run once per item. Items left out do not count. */
    add: db.transaction((all: readonly NewUse[]): void => {
      for (const { itemId, runId, sessionId, eventId, how, score, at } of all) {
        const ids = { item_id: itemId, run_id: runId, session_id: sessionId, event_id: eventId }
        const isNew = add.run({ ...ids, how, score, at }).changes > 0
        if (isNew && how !== 'left_out') count.run({ item: itemId, at })
      }
    }),
    /** The newest first. */
    of: (id: MemoryId): MemoryUse[] => uses.all(id, MOST_USES).map(useOf),
    feedbackOf: (id: MemoryId): MemoryFeedback[] => feedback.all(id).map(feedbackFrom),
    /** Returns the feedback in one project, by item. */
    feedbackIn: (projectId: ProjectId | null): ReadonlyMap<MemoryId, MemoryFeedback> =>
      new Map(feedbackIn.all(projectId ?? '').map((row) => [row.item_id, feedbackFrom(row)])),
    setAlways: (id: MemoryId, projectId: ProjectId | null, always: boolean): void =>
      void putAlways.run(id, projectId ?? '', always ? 1 : 0),
    addNotUseful: (id: MemoryId, projectId: ProjectId | null): void =>
      void addNotUseful.run(id, projectId ?? ''),
  }
}

export type UseRows = ReturnType<typeof createUseRows>

function useOf(row: UseRow): MemoryUse {
  return {
    runId: row.run_id,
    sessionId: row.session_id,
    eventId: row.event_id,
    projectId: row.project_id,
    title: row.title,
    how: row.how,
    turn: row.turn,
    score: row.score,
    at: row.at,
  }
}

function feedbackFrom({ project_id, always, not_useful }: FeedbackRow): MemoryFeedback {
  return {
    projectId: project_id === '' ? null : (project_id as ProjectId),
    always: always === 1,
    notUseful: not_useful,
  }
}
