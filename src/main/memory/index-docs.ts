import type { Database } from 'better-sqlite3'
import type { MemoryId } from '#shared/ids.ts'
import { columnsOf, type ScopeColumns } from '../database/scope-columns.ts'
import { claimOf } from '../ranking/claim.ts'
import { sketchOf } from '../ranking/likeness.ts'
import { matchOf } from '../ranking/match-words.ts'
import { wordsOf } from '../ranking/words.ts'
import { embeddable } from '../vectors/embeddable.ts'
import type { AskedWords, FoundWords } from './find-fitting.ts'
import { ALIKE_SCHEMA, createAlikeRows } from './pairs/alike-rows.ts'
import { type ItemRow, textOf } from './rows.ts'

/** `memory_position` is the newest version that was read. */
export const MEMORY_TABLES = `
  CREATE TABLE memory_position (at INTEGER NOT NULL) STRICT;
  INSERT INTO memory_position (at) VALUES (0);
  CREATE TABLE memory_docs (id INTEGER PRIMARY KEY AUTOINCREMENT, item_id TEXT NOT NULL UNIQUE,
    scope TEXT NOT NULL, scope_id TEXT NOT NULL, hash TEXT NOT NULL, sketch BLOB NOT NULL) STRICT;
  CREATE INDEX memory_docs_by_hash ON memory_docs (hash);
  CREATE VIRTUAL TABLE memory_words USING fts5(place, key, tags, content, content='', contentless_delete=1,
    tokenize='unicode61');
  ${ALIKE_SCHEMA}
`

/** Hits are limited to the newest before ranking, because very frequent words match everything. */
const MOST_RANKED = 5_000

/** The rows of memories in the index file: what is there, and what is written there. */
export function createMemoryDocs(index: Database) {
  const position = index.prepare<[], { at: number }>('SELECT at FROM memory_position')
  const ids = index.prepare<[], { item_id: MemoryId }>('SELECT item_id FROM memory_docs')
  const docOf = index.prepare<[string], MemoryDoc>(
    'SELECT id, hash, scope, scope_id FROM memory_docs WHERE item_id = ?',
  )
  const newest = index.prepare<[number], MemoryDoc>(
    'SELECT id, hash, scope, scope_id FROM memory_docs ORDER BY id DESC LIMIT ?',
  )
  const docCount = index.prepare<[], { n: number }>('SELECT count(*) AS n FROM memory_docs')
  const places = index.prepare<[], ScopeColumns>('SELECT DISTINCT scope, scope_id FROM memory_docs')
  const itemOf = index.prepare<[number], { item_id: MemoryId }>(
    'SELECT item_id FROM memory_docs WHERE id = ?',
  )
  // The scope is part of the index words, because looking it up for each hit took longer than the search
  // itself.
  const find = index.prepare<[AskedRows], FoundWords>(
    `SELECT d.item_id AS id, -hit.rank AS found FROM (
       SELECT id, rank FROM (
         SELECT rowid AS id, bm25(memory_words, 0, 4, 2, 1) AS rank FROM memory_words
         WHERE memory_words MATCH @match ORDER BY rowid DESC LIMIT ${MOST_RANKED}
       ) ORDER BY rank, id DESC LIMIT @limit
     ) AS hit JOIN memory_docs AS d ON d.id = hit.id ORDER BY hit.rank, hit.id DESC`,
  )
  return {
    ...writerOf(index),
    position: (): number => position.get()?.at ?? 0,
    ids: (): MemoryId[] => ids.all().map(({ item_id }) => item_id),
    docOf: (id: MemoryId): MemoryDoc | null => docOf.get(id) ?? null,
    /** As many of the newest as can be compared with all others in so many steps. */
    newest: (comparisons: number): MemoryDoc[] => {
      const count = Math.max(1, docCount.get()?.n ?? 0)
      return newest.all(Math.floor(comparisons / count))
    },
    /** The places whose items are seen together with this one. */
    seenWith: ({ scope, scope_id }: MemoryDoc): ScopeColumns[] =>
      scope === 'user' ? places.all() : [{ scope, scope_id }, columnsOf({ level: 'user' })],
    /** The item behind a row that was found a moment ago. */
    itemOf: (id: number): MemoryId => {
      const row = itemOf.get(id)
      if (row === undefined) throw new Error('A memory left the index while it was asked.')
      return row.item_id
    },
    find: ({ words: asked, every, scopes, limit }: AskedWords): FoundWords[] => {
      const match = matchOf(asked, every)
      if (match === null || scopes?.length === 0) return []
      const places = scopes === null ? '' : ` AND place : (${matchOf(scopes.map(placeOf), false)})`
      return find.all({ match: `{key tags content} : (${match})${places}`, limit })
    },
  }
}

export type MemoryDocs = ReturnType<typeof createMemoryDocs>

function writerOf(index: Database) {
  const setPosition = index.prepare<[number]>('UPDATE memory_position SET at = ?')
  const one = index.prepare<[string], { id: number }>('SELECT id FROM memory_docs WHERE item_id = ?')
  const dropDoc = index.prepare<[number]>('DELETE FROM memory_docs WHERE id = ?')
  const dropWords = index.prepare<[number]>('DELETE FROM memory_words WHERE rowid = ?')
  const addDoc = index.prepare<[string, string, string, string, Uint8Array]>(
    'INSERT INTO memory_docs (item_id, scope, scope_id, hash, sketch) VALUES (?, ?, ?, ?, ?)',
  )
  const addWords = index.prepare<[number | bigint, string, string, string, string]>(
    'INSERT INTO memory_words (rowid, place, key, tags, content) VALUES (?, ?, ?, ?, ?)',
  )
  const words = (text: string): string => wordsOf(text, 'both').join(' ')
  const alike = createAlikeRows(index)

  return {
    /** Returns the items with similar wording. */
    alike,
    setPosition: (at: number): void => void setPosition.run(at),
    clear: (): void => {
      index.exec("DELETE FROM memory_docs; INSERT INTO memory_words (memory_words) VALUES ('delete-all')")
      alike.clear()
      setPosition.run(0)
    },
    /** Null, or an item that was removed: its words go. A changed item gets a new place, as the newest. */
    put: (id: string, item: ItemRow | null): void => {
      const there = one.get(id)
      if (there !== undefined) {
        alike.drop(there.id)
        dropWords.run(there.id)
        dropDoc.run(there.id)
      }
      if (item === null || item.removed_at !== null) return
      const { scope, scope_id, key, tags, content } = item
      // Texts that differ in a number only are alike: what they say of one thing is held against each other.
      const sketch = new Uint8Array(sketchOf(claimOf(content).about).buffer)
      const { lastInsertRowid } = addDoc.run(id, scope, scope_id, embeddableItem(item).hash, sketch)
      addWords.run(lastInsertRowid, placeOf(item), words(key), words(tags), words(content))
      alike.add({ id: Number(lastInsertRowid), scope, scope_id, sketch })
    },
  }
}

/** An item as it is embedded: what it is called, and its words. */
export function embeddableItem(item: ItemRow) {
  const { key, tags, content } = textOf(item)
  return embeddable(key, tags.join(', '), content)
}

/** An item in the index. */
export type MemoryDoc = ScopeColumns & { readonly id: number; readonly hash: string }

/** A place as one word of the index, whatever its name is made of. */
function placeOf({ scope, scope_id }: ScopeColumns): string {
  return `${scope}${Buffer.from(scope_id).toString('hex')}`
}

type AskedRows = { readonly match: string; readonly limit: number }
