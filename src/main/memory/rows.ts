import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import type { EventId, MemoryChangeId, MemoryId, ProjectId, SessionId } from '#shared/ids.ts'
import type {
  MemoryAct,
  MemoryAuthor,
  MemoryItem,
  MemoryScope,
  MemoryText,
  MemoryVersion,
} from '#shared/memory/memory.ts'
import { columnsOf, type ScopeColumns, scopeOf } from '../database/scope-columns.ts'

type TextRow = ScopeColumns & { readonly key: string; readonly content: string; readonly tags: string }

export type ItemRow = TextRow & {
  readonly id: MemoryId
  readonly author: MemoryAuthor
  readonly source_session: SessionId | null
  readonly source_event: EventId | null
  readonly source_title: string | null
  readonly source_project: ProjectId | null
  readonly version: number
  readonly created_at: number
  readonly updated_at: number
  readonly removed_at: number | null
  readonly last_recalled_at: number | null
  readonly recalls: number
}

type VersionRow = TextRow & {
  readonly version: number
  readonly item_id: MemoryId
  readonly change_id: MemoryChangeId
  readonly act: MemoryAct
  readonly author: MemoryAuthor
  readonly at: number
  readonly removed: 0 | 1
}

/** An item as one change leaves it. `source` counts for new items only. */
export type Write = {
  readonly id: MemoryId
  readonly changeId: MemoryChangeId
  readonly act: MemoryAct
  readonly author: MemoryAuthor
  readonly at: number
  readonly scope: MemoryScope
  readonly text: MemoryText
  readonly removed: boolean
  readonly source: { readonly sessionId: SessionId; readonly eventId: EventId | null } | null
}

/** A version with the item it is of, and whether the item was gone after it. */
export type StoredVersion = MemoryVersion & { readonly itemId: MemoryId; readonly removed: boolean }

/** The columns of an item, with the title of the chat it was said in. */
export const ITEM_COLUMNS = `i.*, (SELECT json_extract(s.record, '$.meta.title') FROM sessions AS s
  WHERE s.id = i.source_session) AS source_title, (SELECT s.project_id FROM sessions AS s
  WHERE s.id = i.source_session) AS source_project`

/** SQL about what is remembered, and what it was before. */
export function createMemoryRows(db: Database) {
  const one = db.prepare<[MemoryId], ItemRow>(`SELECT ${ITEM_COLUMNS} FROM memory_items AS i WHERE i.id = ?`)
  const byIds = db.prepare<[string], ItemRow>(
    `SELECT ${ITEM_COLUMNS} FROM memory_items AS i
     WHERE i.id IN (SELECT value FROM json_each(?)) AND i.removed_at IS NULL`,
  )
  const byKey = db.prepare<[string, string, string], ItemRow>(
    `SELECT ${ITEM_COLUMNS} FROM memory_items AS i
     WHERE i.scope = ? AND i.scope_id = ? AND i.key = ? AND i.removed_at IS NULL`,
  )
  const inScope = db.prepare<[string, string], ItemRow>(
    `SELECT ${ITEM_COLUMNS} FROM memory_items AS i
     WHERE i.scope = ? AND i.scope_id = ? AND i.removed_at IS NULL ORDER BY i.key`,
  )
  const any = db.prepare<[string, string], { one: 1 }>(
    'SELECT 1 AS one FROM memory_items WHERE scope = ? AND scope_id = ? AND removed_at IS NULL LIMIT 1',
  )
  const history = db.prepare<[MemoryId], VersionRow>(
    'SELECT * FROM memory_versions WHERE item_id = ? ORDER BY version DESC',
  )
  const before = db.prepare<[MemoryId, number], VersionRow>(
    'SELECT * FROM memory_versions WHERE item_id = ? AND version < ? ORDER BY version DESC LIMIT 1',
  )
  const ofChange = db.prepare<[MemoryChangeId], VersionRow>(
    'SELECT * FROM memory_versions WHERE change_id = ? ORDER BY version',
  )
  const said = db.prepare<[MemoryId], { text: string | null; ts: number }>(
    `SELECT (SELECT p.value ->> 'text' FROM json_each(e.payload, '$.message.parts') AS p
       WHERE p.value ->> 't' = 'text' LIMIT 1) AS text, e.ts
     FROM memory_items AS i JOIN events AS e ON e.id = i.source_event WHERE i.id = ?`,
  )
  const dropRemoved = db.prepare<[number]>('DELETE FROM memory_items WHERE removed_at < ?')
  const drop = db.prepare<[string]>('DELETE FROM memory_items WHERE id IN (SELECT value FROM json_each(?))')
  const free = db.prepare<[string]>(
    'UPDATE memory_items SET removed_at = 0 WHERE id IN (SELECT value FROM json_each(?))',
  )
  const write = writerOf(db)

  return {
    /** Also of an item that was removed. */
    one: (id: MemoryId): ItemRow | null => one.get(id) ?? null,
    byIds: (ids: readonly MemoryId[]): ItemRow[] => byIds.all(JSON.stringify(ids)),
    byKey: (scope: MemoryScope, key: string): ItemRow | null => {
      const columns = columnsOf(scope)
      return byKey.get(columns.scope, columns.scope_id, key) ?? null
    },
    inScope: (scope: MemoryScope): ItemRow[] => {
      const columns = columnsOf(scope)
      return inScope.all(columns.scope, columns.scope_id)
    },
    hasAny: (scope: MemoryScope): boolean => {
      const columns = columnsOf(scope)
      return any.get(columns.scope, columns.scope_id) !== undefined
    },
    /** The message an item was said in. */
    said: (id: MemoryId) => said.get(id) ?? null,
    /** Newest first. */
    history: (id: MemoryId): StoredVersion[] => history.all(id).map(versionOf),
    before: (id: MemoryId, version: number): StoredVersion | null => {
      const row = before.get(id, version)
      return row === undefined ? null : versionOf(row)
    },
    ofChange: (id: MemoryChangeId): StoredVersion[] => ofChange.all(id).map(versionOf),
    /** Writes all changes of one act in a transaction. */
    write: db.transaction((writes: readonly Write[]): void => {
      // Two items may change keys with each other.
      free.run(JSON.stringify(writes.map(({ id }) => id)))
      for (const each of writes) write(each)
    }),
    /** Takes items away with their history, for good. */
    drop: (ids: readonly MemoryId[]): number => drop.run(JSON.stringify(ids)).changes,
    dropRemovedBefore: (at: number): number => dropRemoved.run(at).changes,
  }
}

export type MemoryRows = ReturnType<typeof createMemoryRows>

function writerOf(db: Database) {
  const putItem = db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO memory_items (id, scope, scope_id, key, content, tags, author, source_session, source_event,
       version, created_at, updated_at, removed_at)
     VALUES (@id, @scope, @scope_id, @key, @content, @tags, @author, @source_session, @source_event,
       0, @at, @at, @removed_at)
     ON CONFLICT (id) DO UPDATE SET scope = @scope, scope_id = @scope_id, key = @key, content = @content,
       tags = @tags, updated_at = @at, removed_at = @removed_at`,
  )
  const putVersion = db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO memory_versions (item_id, change_id, act, author, at, scope, scope_id, key, content, tags, removed)
     VALUES (@id, @change_id, @act, @author, @at, @scope, @scope_id, @key, @content, @tags, @removed)`,
  )
  const setVersion = db.prepare<[number | bigint, MemoryId]>(
    'UPDATE memory_items SET version = ? WHERE id = ?',
  )
  return ({ id, changeId, act, author, at, scope, text, removed, source }: Write): void => {
    const common = { id, author, at, ...columnsOf(scope), ...text, tags: JSON.stringify(text.tags) }
    putItem.run({
      ...common,
      source_session: source?.sessionId ?? null,
      source_event: source?.eventId ?? null,
      removed_at: removed ? at : null,
    })
    const { lastInsertRowid } = putVersion.run({
      ...common,
      change_id: changeId,
      act,
      removed: removed ? 1 : 0,
    })
    setVersion.run(lastInsertRowid, id)
  }
}

/** A row as everybody else knows it. */
export function itemOf(row: ItemRow): MemoryItem {
  return {
    id: row.id,
    scope: scopeOf(row),
    ...textOf(row),
    author: row.author,
    source:
      row.source_session === null
        ? null
        : {
            sessionId: row.source_session,
            eventId: row.source_event,
            projectId: row.source_project,
            title: row.source_title,
          },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastRecalledAt: row.last_recalled_at,
    uses: row.recalls,
  }
}

const Tags = z.array(z.string())

/** Returns the text of a row without metadata. */
export function textOf({ key, content, tags }: Omit<TextRow, keyof ScopeColumns>): MemoryText {
  return { key, content, tags: Tags.parse(JSON.parse(tags)) }
}

function versionOf(row: VersionRow): StoredVersion {
  return {
    version: row.version,
    changeId: row.change_id,
    act: row.act,
    author: row.author,
    at: row.at,
    scope: scopeOf(row),
    ...textOf(row),
    itemId: row.item_id,
    removed: row.removed === 1,
  }
}
