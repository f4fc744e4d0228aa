import type { Database } from 'better-sqlite3'
import type { WorkflowRunId } from '#shared/ids.ts'
import { MemoEntry } from '#shared/workflow/memo.ts'

/** Creates the table of agent results: the journal used by a resume. */
export function createMemoRows(db: Database) {
  const putMemo = db.prepare<[string, string, number, number, string]>(
    `INSERT INTO workflow_memo (workflow_run_id, key, nth, at, entry) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (workflow_run_id, key, nth) DO UPDATE SET at = excluded.at, entry = excluded.entry`,
  )
  const copyMemo = db.prepare<[string, string]>(
    `INSERT INTO workflow_memo (workflow_run_id, key, nth, at, entry)
     SELECT ?, key, nth, at, json_set(entry, '$.taken', json('true')) FROM workflow_memo WHERE workflow_run_id = ?`,
  )
  const memo = db.prepare<[string], { entry: string }>(
    'SELECT entry FROM workflow_memo WHERE workflow_run_id = ? ORDER BY at, key, nth',
  )
  const oneMemo = db.prepare<[string, string, number], { entry: string }>(
    'SELECT entry FROM workflow_memo WHERE workflow_run_id = ? AND key = ? AND nth = ?',
  )

  return {
    putMemo: (id: WorkflowRunId, entry: MemoEntry): void =>
      void putMemo.run(id, entry.key, entry.nth, entry.at, JSON.stringify(entry)),
    /** Gives a fork the journal of its parent in one step, marked as taken over: all of it or nothing. */
    copyMemo: (from: WorkflowRunId, to: WorkflowRunId): void => void copyMemo.run(to, from),
    memo: (id: WorkflowRunId): MemoEntry[] =>
      memo.all(id).map(({ entry }) => MemoEntry.parse(JSON.parse(entry))),
    memoOf: (id: WorkflowRunId, key: string, nth: number): MemoEntry | null => {
      const row = oneMemo.get(id, key, nth)
      return row === undefined ? null : MemoEntry.parse(JSON.parse(row.entry))
    },
  }
}
