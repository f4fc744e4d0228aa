import type { Database } from 'better-sqlite3'
import type { SessionId } from '#shared/ids.ts'

/** A change a session reaches, and where the session stood when it was made. */
type Reached = {
  readonly version_id: number
  readonly run_id: string
  readonly call_id: string | null
  readonly seq: number
}

/** An original event and its copy. */
type Copied = {
  readonly seq: number
  readonly run_id: string | null
  readonly copySeq: number
  readonly copyRun: string | null
}

/** SQL about which sessions reach a change, for a chat that begins as a copy of another. */
export function createReachRows(db: Database) {
  const reached = db.prepare<[string], Reached>(
    `SELECT version_id, run_id, call_id, seq FROM file_version_sessions
     WHERE session_id = ? AND run_id IS NOT NULL`,
  )
  const copied = db.prepare<[{ from: string; to: string }], Copied>(
    `SELECT old.seq, old.run_id, copy.seq AS copySeq, copy.run_id AS copyRun
     FROM events AS copy JOIN events AS old ON old.id = copy.copied_from
     WHERE copy.session_id = @to AND old.session_id = @from AND copy.kind IN ('message', 'harness.item', 'compact')
     ORDER BY old.seq`,
  )
  const insert = db.prepare<[string, Reached]>(
    `INSERT OR IGNORE INTO file_version_sessions (session_id, version_id, run_id, call_id, seq)
     VALUES (?, @version_id, @run_id, @call_id, @seq)`,
  )
  return {
    /** The copy reaches the changes that were made in the part of the conversation it has. Call it in a transaction. */
    copy: (from: SessionId, to: SessionId): void => {
      const changes = reached.all(from)
      if (changes.length === 0) return
      for (const each of reachOfCopy(changes, copied.all({ from, to }))) insert.run(to, each)
    },
  }
}

export type ReachRows = ReturnType<typeof createReachRows>

/** A change counts when something that came after it in its run was copied: the answer of its call, if nothing else. */
function reachOfCopy(changes: readonly Reached[], events: readonly Copied[]): Reached[] {
  const ends = new Map<string, Copied>()
  for (const event of events) if (event.run_id !== null) ends.set(event.run_id, event)
  return changes.flatMap((change) => {
    const end = ends.get(change.run_id)
    if (end === undefined || end.copyRun === null || end.seq <= change.seq) return []
    return [{ ...change, run_id: end.copyRun, seq: placeBefore(events, change.seq) }]
  })
}

/** Returns the copy's position at the newest event up to `seq`. The events must be in order. */
function placeBefore(events: readonly Copied[], seq: number): number {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((events[middle]?.seq ?? seq) <= seq) low = middle + 1
    else high = middle
  }
  return events[low - 1]?.copySeq ?? 0
}
