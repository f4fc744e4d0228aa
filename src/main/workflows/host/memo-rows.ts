import type { Database } from 'better-sqlite3'
import type { WorkflowRunId } from '#shared/ids.ts'
import { MemoEntry } from '#shared/workflow/memo.ts'
import { WorkflowAgentChanged } from '#shared/workflow/workflow-events.ts'

/** At most so many results were stored without their events when an app was killed. */
const MOST_UNTOLD = 500

/** The event that announces a result, with the call and the moment of the result. */
export type Announcement = Pick<MemoEntry, 'key' | 'nth' | 'at'> & { readonly event: WorkflowAgentChanged }

/** The number of places a run has in the journal: those of run `number` begin after this many times the number. */
const PLACES = 16_777_216

/** The places of a run: a result lies above `before` and up to `last`. */
type Places = { readonly before: number; readonly last: number }

/** Creates the table of agent results: the journal used by a resume. */
export function createMemoRows(db: Database) {
  const begin = db.prepare<[string]>('INSERT INTO workflow_journals (workflow_run_id) VALUES (?)')
  const number = db.prepare<[string], { number: number }>(
    'SELECT number FROM workflow_journals WHERE workflow_run_id = ?',
  )
  // One row at the end of a table in this order: a step of a workflow then writes one page.
  const putMemo = db.prepare<[Places & { readonly entry: string; readonly event: string | null }]>(
    `INSERT INTO workflow_memo (place, entry, event) VALUES (
       coalesce((SELECT max(place) FROM workflow_memo WHERE place > @before AND place <= @last), @before) + 1,
       @entry, @event)`,
  )
  const copyMemo = db.prepare<[Places & { readonly away: number }]>(
    `INSERT INTO workflow_memo (place, entry)
     SELECT place + @away, json_set(entry, '$.taken', json('true')) FROM workflow_memo
     WHERE place > @before AND place <= @last`,
  )
  const memo = db.prepare<[Places], { entry: string }>(
    'SELECT entry FROM workflow_memo WHERE place > @before AND place <= @last ORDER BY place',
  )
  const oneMemo = db.prepare<[Places & { readonly key: string; readonly nth: number }], { entry: string }>(
    `SELECT entry FROM workflow_memo WHERE place > @before AND place <= @last
     AND entry ->> '$.key' = @key AND entry ->> '$.nth' = @nth ORDER BY place DESC LIMIT 1`,
  )
  const newest = db.prepare<[Places & { readonly most: number }], { entry: string; event: string }>(
    `SELECT entry, event FROM workflow_memo WHERE place > @before AND place <= @last AND event IS NOT NULL
     ORDER BY place DESC LIMIT @most`,
  )
  /** Looked up each time: a number that was given out in a transaction that failed is given out again. */
  const placesOf = (id: WorkflowRunId): Places => {
    const of = number.get(id)?.number ?? 0
    return { before: of * PLACES, last: (of + 1) * PLACES - 1 }
  }
  const ownPlaces = (id: WorkflowRunId): Places => {
    if (number.get(id) === undefined) begin.run(id)
    return placesOf(id)
  }

  return {
    /** Adds a result. `event` announces it and is stored in the log soon after. */
    putMemo: (id: WorkflowRunId, entry: MemoEntry, event: WorkflowAgentChanged | null = null): void => {
      const { before, last } = ownPlaces(id)
      const announced = event === null ? null : JSON.stringify(event)
      putMemo.run({ before, last, entry: JSON.stringify(entry), event: announced })
    },
    /** Gives a fork the journal of its parent in one step, marked as taken over: all of it or nothing. */
    copyMemo: (from: WorkflowRunId, to: WorkflowRunId): void => {
      const { before, last } = placesOf(from)
      copyMemo.run({ before, last, away: ownPlaces(to).before - before })
    },
    /** Returns the newest result of each call. */
    memo: (id: WorkflowRunId): MemoEntry[] => {
      const byCall = new Map<string, MemoEntry>()
      for (const row of memo.all(placesOf(id))) {
        const entry = MemoEntry.parse(JSON.parse(row.entry))
        byCall.set(`${entry.key} ${entry.nth}`, entry)
      }
      return [...byCall.values()]
    },
    memoOf: (id: WorkflowRunId, key: string, nth: number): MemoEntry | null => {
      const { before, last } = placesOf(id)
      const row = oneMemo.get({ before, last, key, nth })
      return row === undefined ? null : MemoEntry.parse(JSON.parse(row.entry))
    },
    /** Returns the announcements of the newest results in their order. The log may hold them already. */
    announcements: (id: WorkflowRunId): Announcement[] => {
      const { before, last } = placesOf(id)
      return newest
        .all({ before, last, most: MOST_UNTOLD })
        .reverse()
        .map(({ entry, event }) => {
          const { key, nth, at } = MemoEntry.parse(JSON.parse(entry))
          return { key, nth, at, event: WorkflowAgentChanged.parse(JSON.parse(event)) }
        })
    },
  }
}
