import type { Database } from 'better-sqlite3'
import type { BlobId, SessionId } from '#shared/ids.ts'
import type { Blobs } from './blobs/blobs.ts'
import { namedBlobs } from './blobs/named-blobs.ts'
import type { EventStore } from './event-store.ts'

type Deps = {
  readonly db: Database
  readonly store: Pick<EventStore, 'forget'>
  readonly blobs: Pick<Blobs, 'remove'>
}

/** Takes sessions out of the log for ever, with what only they named. */
export function createPurge({ db, store, blobs }: Deps) {
  const rows = purgeRows(db)

  /** The session, and the logs of the agents that worked for it. */
  const familyOf = (sessionId: SessionId): SessionId[] => rows.family.all(sessionId).map(({ id }) => id)

  const takeOut = db.transaction((sessionIds: readonly SessionId[]): Set<BlobId> => {
    const named = new Set<BlobId>()
    for (const sessionId of sessionIds) {
      for (const { id } of rows.namedBy.iterate(sessionId)) named.add(id)
      for (const statement of rows.remove) statement.run(sessionId)
    }
    return named
  })

  /** Those that no session names any more, and no workflow remembers. */
  const unnamed = (candidates: ReadonlySet<BlobId>): BlobId[] => {
    const left = new Set(rows.unnamed.all(JSON.stringify([...candidates])).map(({ id }) => id))
    if (left.size === 0) return []
    for (const { value } of rows.memo.iterate()) for (const id of namedBlobs(value)) left.delete(id)
    return [...left]
  }

  return {
    /** Deletes these sessions in one transaction, then all unreferenced attachments and outputs. */
    remove: (sessionIds: readonly SessionId[]): void => {
      const all = [...new Set(sessionIds.flatMap(familyOf))]
      const candidates = takeOut(all)
      for (const sessionId of all) store.forget(sessionId)
      // Nothing can be stored between this look and the removal.
      blobs.remove(unnamed(candidates))
    },
    /** Chats that were put in the bin before this moment. */
    deletedBefore: (moment: number): SessionId[] => rows.deletedBefore.all(moment).map(({ id }) => id),
  }
}

function purgeRows(db: Database) {
  type Id = { readonly id: SessionId }
  type Blob = { readonly id: BlobId }
  const tables = [
    'events',
    'contexts',
    'plans',
    'queue_items',
    'interactions',
    'unread_sessions',
    'grants',
    'blob_names',
    'session_notes',
    'session_jobs',
    // The data of a team is deleted with it.
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
    namedBy: db.prepare<[string], Blob>('SELECT blob_id AS id FROM blob_names WHERE session_id = ?'),
    unnamed: db.prepare<[string], Blob>(
      `SELECT value AS id FROM json_each(?)
       WHERE NOT EXISTS (SELECT 1 FROM blob_names WHERE blob_id = value)`,
    ),
    memo: db.prepare<[], { value: string }>(
      "SELECT entry AS value FROM workflow_memo WHERE instr(entry, 'blb_') > 0",
    ),
    deletedBefore: db.prepare<[number], Id>(
      "SELECT id FROM sessions WHERE kind = 'chat' AND deleted_at IS NOT NULL AND deleted_at < ?",
    ),
    remove: [
      db.prepare<[string]>('DELETE FROM runs WHERE session_id = ?'),
      ...tables.map((table) => db.prepare<[string]>(`DELETE FROM ${table} WHERE session_id = ?`)),
      db.prepare<[string]>('DELETE FROM sessions WHERE id = ?'),
    ],
  }
}
