import type { Database } from 'better-sqlite3'
import { BlobId, type SessionId } from '#shared/ids.ts'
import type { Blobs } from './blobs.ts'
import type { EventStore } from './event-store.ts'

type Deps = {
  readonly db: Database
  readonly store: Pick<EventStore, 'forget'>
  readonly blobs: Pick<Blobs, 'remove'>
  /** Lets other work go on between two pieces of a long search. */
  readonly breath: () => Promise<void>
}

/** How many rows are looked through before other work gets its turn. */
const ROWS_AT_ONCE = 5_000
const BLOB = /\bblb_[0-9a-z]{8,40}\b/g

/** Takes sessions out of the log for ever, with what only they named. */
export function createPurge({ db, store, blobs, breath }: Deps) {
  const rows = purgeRows(db)

  /** The session, and the side logs of the agents that worked for it. */
  const familyOf = (sessionId: SessionId): SessionId[] => rows.family.all(sessionId).map(({ id }) => id)

  const takeOut = db.transaction((sessionIds: readonly SessionId[]): Set<BlobId> => {
    const named = new Set<BlobId>()
    for (const sessionId of sessionIds) {
      for (const { payload } of rows.namingBlobs.iterate(sessionId)) addBlobs(named, payload)
      for (const statement of rows.remove) statement.run(sessionId)
    }
    return named
  })

  /** Drops those that another session still names from the set. */
  const keepNamed = async (candidates: Set<BlobId>, from: number): Promise<number> => {
    let at = from
    for (let newest = newestRow(); at < newest && candidates.size > 0; newest = newestRow()) {
      const until = Math.min(newest, at + ROWS_AT_ONCE)
      for (const { payload } of rows.payloadsBetween.iterate(at, until)) dropBlobs(candidates, payload)
      at = until
      await breath()
    }
    return at
  }
  const newestRow = (): number => rows.newestRow.get()?.id ?? 0

  return {
    /** Removes these sessions in one transaction, then the attachments and outputs nobody names any more. */
    remove: async (sessionIds: readonly SessionId[]): Promise<void> => {
      const all = [...new Set(sessionIds.flatMap(familyOf))]
      const candidates = takeOut(all)
      for (const sessionId of all) store.forget(sessionId)
      for (const { value } of rows.memo.iterate()) dropBlobs(candidates, value)
      await keepNamed(candidates, 0)
      // Nothing can be stored between the last look, which found no newer row, and this.
      blobs.remove([...candidates])
    },
    /** Chats that were put in the bin before this moment. */
    deletedBefore: (moment: number): SessionId[] => rows.deletedBefore.all(moment).map(({ id }) => id),
  }
}

function purgeRows(db: Database) {
  type Id = { readonly id: SessionId }
  type Payload = { readonly payload: string }
  const tables = [
    'events',
    'contexts',
    'plans',
    'queue_items',
    'interactions',
    'unread_sessions',
    'grants',
    'session_notes',
    // What belongs to a team goes with it.
    'teams',
  ]
  return {
    family: db.prepare<[string], Id>(
      `WITH RECURSIVE family (id) AS (
         SELECT ? UNION
         SELECT sessions.id FROM sessions JOIN family
           ON json_valid(sessions.record) AND sessions.record ->> '$.parentSessionId' = family.id
         WHERE sessions.kind = 'child'
       ) SELECT id FROM family`,
    ),
    namingBlobs: db.prepare<[string], Payload>(
      "SELECT payload FROM events WHERE session_id = ? AND instr(payload, 'blb_') > 0",
    ),
    newestRow: db.prepare<[], { id: number | null }>('SELECT max(rowid) AS id FROM events'),
    payloadsBetween: db.prepare<[number, number], Payload>(
      "SELECT payload FROM events WHERE rowid > ? AND rowid <= ? AND instr(payload, 'blb_') > 0",
    ),
    memo: db.prepare<[], { value: string }>(
      "SELECT entry AS value FROM workflow_memo WHERE instr(entry, 'blb_') > 0",
    ),
    deletedBefore: db.prepare<[number], Id>(
      "SELECT id FROM sessions WHERE kind = 'chat' AND deleted_at IS NOT NULL AND deleted_at < ?",
    ),
    remove: [
      db.prepare<[string]>(
        'DELETE FROM run_checkpoints WHERE run_id IN (SELECT run_id FROM runs WHERE session_id = ?)',
      ),
      db.prepare<[string]>('DELETE FROM runs WHERE session_id = ?'),
      ...tables.map((table) => db.prepare<[string]>(`DELETE FROM ${table} WHERE session_id = ?`)),
      db.prepare<[string]>('DELETE FROM sessions WHERE id = ?'),
    ],
  }
}

function addBlobs(to: Set<BlobId>, text: string): void {
  for (const [id] of text.matchAll(BLOB)) to.add(BlobId.parse(id))
}

function dropBlobs(from: Set<BlobId>, text: string): void {
  for (const [id] of text.matchAll(BLOB)) from.delete(BlobId.parse(id))
}
