import type { Database } from 'better-sqlite3'
import type { WorkflowRunId } from '#shared/ids.ts'
import { MemoEntry } from '#shared/workflow/memo.ts'
import { WorkflowAgentChanged } from '#shared/workflow/workflow-events.ts'

/** At most so many results were stored without their events when an app was killed. */
const MOST_UNTOLD = 500

/** The event that announces a result, with the call and the moment of the result. */
export type Announcement = Pick<MemoEntry, 'key' | 'nth' | 'at'> & { readonly event: WorkflowAgentChanged }

/** Creates the table of agent results: the journal used by a resume. */
export function createMemoRows(db: Database) {
  const putMemo = db.prepare<[string, string, string, number, string, string | null]>(
    `INSERT INTO workflow_memo (workflow_run_id, n, key, nth, entry, event)
     VALUES (?, (SELECT coalesce(max(n), 0) + 1 FROM workflow_memo WHERE workflow_run_id = ?), ?, ?, ?, ?)`,
  )
  const copyMemo = db.prepare<[string, string]>(
    `INSERT INTO workflow_memo (workflow_run_id, n, key, nth, entry)
     SELECT ?, n, key, nth, json_set(entry, '$.taken', json('true')) FROM workflow_memo
     WHERE workflow_run_id = ?`,
  )
  const memo = db.prepare<[string], { entry: string }>(
    'SELECT entry FROM workflow_memo WHERE workflow_run_id = ? ORDER BY n',
  )
  const oneMemo = db.prepare<[string, string, number], { entry: string }>(
    `SELECT entry FROM workflow_memo WHERE workflow_run_id = ? AND key = ? AND nth = ?
     ORDER BY n DESC LIMIT 1`,
  )
  const newest = db.prepare<[string, number], { entry: string; event: string }>(
    `SELECT entry, event FROM workflow_memo WHERE workflow_run_id = ? AND event IS NOT NULL
     ORDER BY n DESC LIMIT ?`,
  )

  return {
    /** Adds a result. `event` announces it and is stored in the log soon after. */
    putMemo: (id: WorkflowRunId, entry: MemoEntry, event: WorkflowAgentChanged | null = null): void => {
      const { key, nth } = entry
      putMemo.run(id, id, key, nth, JSON.stringify(entry), event === null ? null : JSON.stringify(event))
    },
    /** Gives a fork the journal of its parent in one step, marked as taken over: all of it or nothing. */
    copyMemo: (from: WorkflowRunId, to: WorkflowRunId): void => void copyMemo.run(to, from),
    /** Returns the newest result of each call. */
    memo: (id: WorkflowRunId): MemoEntry[] => {
      const byCall = new Map<string, MemoEntry>()
      for (const row of memo.all(id)) {
        const entry = MemoEntry.parse(JSON.parse(row.entry))
        byCall.set(`${entry.key} ${entry.nth}`, entry)
      }
      return [...byCall.values()]
    },
    memoOf: (id: WorkflowRunId, key: string, nth: number): MemoEntry | null => {
      const row = oneMemo.get(id, key, nth)
      return row === undefined ? null : MemoEntry.parse(JSON.parse(row.entry))
    },
    /** Returns the announcements of the newest results in their order. The log may hold them already. */
    announcements: (id: WorkflowRunId): Announcement[] =>
      newest
        .all(id, MOST_UNTOLD)
        .reverse()
        .map(({ entry, event }) => {
          const { key, nth, at } = MemoEntry.parse(JSON.parse(entry))
          return { key, nth, at, event: WorkflowAgentChanged.parse(JSON.parse(event)) }
        }),
  }
}
