import type { Database } from 'better-sqlite3'
import type { EventId, PageId, ProjectId, RunId, SessionId } from '#shared/ids.ts'
import type { PageUse } from '#shared/knowledge/page.ts'

type UseRow = {
  readonly run_id: RunId
  readonly heading: string
  readonly session_id: SessionId
  readonly event_id: EventId | null
  readonly query: string
  readonly score: number
  readonly at: number
  readonly title: string | null
  readonly project_id: ProjectId | null
}

/** A run is given a passage of a page. */
export type NewPageUse = Omit<PageUse, 'projectId' | 'title'> & { readonly pageId: PageId }

/** Maximum uses of a page listed one by one. */
const MOST_USES = 100

/** SQL about where pages went. */
export function createPageUseRows(db: Database) {
  const add = db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO knowledge_uses (page_id, run_id, heading, session_id, event_id, query, score, at)
     SELECT @page_id, @run_id, @heading, @session_id, @event_id, @query, @score, @at
     WHERE EXISTS (SELECT 1 FROM knowledge_pages WHERE id = @page_id)
     ON CONFLICT DO UPDATE SET query = excluded.query, score = excluded.score WHERE excluded.score > score`,
  )
  const uses = db.prepare<[PageId, number], UseRow>(
    `SELECT u.*, s.project_id, json_extract(s.record, '$.meta.title') AS title
     FROM knowledge_uses AS u LEFT JOIN sessions AS s ON s.id = u.session_id
     WHERE u.page_id = ? ORDER BY u.at DESC, u.score DESC LIMIT ?`,
  )
  const runs = db.prepare<[PageId], { n: number }>(
    'SELECT count(DISTINCT run_id) AS n FROM knowledge_uses WHERE page_id = ?',
  )
  return {
    /** A passage counts once for a run, with the question it fitted best. */
    add: db.transaction((all: readonly NewPageUse[]): void => {
      for (const { pageId, runId, sessionId, eventId, ...rest } of all) {
        add.run({ page_id: pageId, run_id: runId, session_id: sessionId, event_id: eventId, ...rest })
      }
    }),
    /** The newest first. */
    of: (id: PageId): PageUse[] => uses.all(id, MOST_USES).map(useOf),
    runs: (id: PageId): number => runs.get(id)?.n ?? 0,
  }
}

export type PageUseRows = ReturnType<typeof createPageUseRows>

function useOf(row: UseRow): PageUse {
  return {
    runId: row.run_id,
    sessionId: row.session_id,
    eventId: row.event_id,
    projectId: row.project_id,
    title: row.title,
    heading: row.heading,
    query: row.query,
    score: row.score,
    at: row.at,
  }
}
