import type { Database } from 'better-sqlite3'
import type { MemoryId } from '#shared/ids.ts'
import type { IndexedPart } from '#shared/search/check.ts'
import { columnsOf, type ScopeColumns } from '../database/scope-columns.ts'
import { sketchOf } from '../ranking/likeness.ts'
import { matchOf } from '../ranking/match-words.ts'
import { contentWordsOf, wordsOf } from '../ranking/words.ts'
import type { IndexPart, IndexPlace } from '../search/index-part.ts'
import { embeddable } from '../vectors/embeddable.ts'
import type { QuestionVector } from '../vectors/vector-question.ts'
import { createVectorShelf, type VectorShelf } from '../vectors/vector-shelf.ts'
import { type AskedWords, createFinder, type FoundWords } from './find-fitting.ts'
import { MemoryQuestion } from './index-question.ts'
import { ALIKE_SCHEMA, createAlikeRows } from './pairs/alike-rows.ts'
import { createPairFinder, MOST_PAIRS } from './pairs/find-pairs.ts'
import { createMemoryRows, type ItemRow, type MemoryRows, textOf } from './rows.ts'
import { createUseRows } from './use-rows.ts'

/** How many changes one piece of work takes. */
const PIECE = 50
/** How many pieces a question waits for. */
const PIECES_BEFORE_ANSWER = 6
/** Before they are ranked, hits are cut down to the newest: words that stand in everything find everything. */
const MOST_RANKED = 5_000
/** What means as much the same as this is about the same thing. */
const NEARLY_THE_SAME = 0.75
/** How many are held beside an item for what they mean. */
const MOST_ALIKE = 3

/** The words of what is remembered, in the index file. `memory_position` is the newest version that was read. */
export const memoryIndexPart: IndexPart = {
  name: 'memory',
  version: 5,
  schema: `
    CREATE TABLE memory_position (at INTEGER NOT NULL) STRICT;
    INSERT INTO memory_position (at) VALUES (0);
    CREATE TABLE memory_docs (id INTEGER PRIMARY KEY AUTOINCREMENT, item_id TEXT NOT NULL UNIQUE,
      scope TEXT NOT NULL, scope_id TEXT NOT NULL, hash TEXT NOT NULL, sketch BLOB NOT NULL) STRICT;
    CREATE INDEX memory_docs_by_hash ON memory_docs (hash);
    CREATE VIRTUAL TABLE memory_words USING fts5(key, tags, content, content='', contentless_delete=1,
      tokenize='unicode61');
    ${ALIKE_SCHEMA}
  `,
  open: ({ index, log }: IndexPlace) => {
    const docs = docsOf(index)
    const source = sourceOf(log)
    const rows = createMemoryRows(log)
    const pending = new Set<MemoryId>()
    const step = index.transaction((): boolean => {
      const next = source.after(docs.position(), PIECE)
      const last = next.at(-1)
      const ids = new Set([...[...pending].slice(0, PIECE), ...next.map(({ item_id }) => item_id)])
      for (const id of ids) {
        pending.delete(id)
        docs.put(id, rows.one(id))
      }
      if (last !== undefined) docs.setPosition(last.version)
      return pending.size > 0 || next.length === PIECE
    })
    // What was kept a moment ago is found at once, unless there is a great deal of it.
    const catchUp = (): boolean => {
      let more = true
      for (let piece = 0; piece < PIECES_BEFORE_ANSWER && more; piece += 1) more = step()
      return more
    }
    const shelf = createVectorShelf({
      ...{ index, kind: 'memory', catchUp },
      textOf: ({ id, hash }) => {
        const item = rows.one(docs.itemOf(id))
        const text = item === null ? null : embeddableItem(item)
        return text?.hash === hash ? text.text : null
      },
    })
    const alike = (near: QuestionVector, scopes: readonly ScopeColumns[] | null, limit: number) =>
      shelf.nearest(near, scopes, limit).map(({ id, meaning }) => ({ id: docs.itemOf(id), meaning }))
    const find = createFinder({ ...{ rows, uses: createUseRows(log), find: docs.find }, alike })
    const pairs = pairsOf({ log, rows, docs, shelf })
    return {
      compare: (): void => {
        // The log can be older than the index when a copy of it was put back.
        if (docs.position() > source.newest()) docs.clear()
        const there = source.ids()
        for (const id of docs.ids()) if (!there.has(id)) pending.add(id)
      },
      check: () => standing(source.ids(), docs.ids()),
      changed: (ids: readonly string[]): void => {
        for (const id of ids) pending.add(id as MemoryId)
      },
      step,
      ask: (question: unknown): unknown => {
        const asked = MemoryQuestion.parse(question)
        if (asked.t === 'unembedded' || asked.t === 'embedded' || asked.t === 'tidy')
          return shelf.answer(asked)
        catchUp()
        if (asked.t === 'pairs') return pairs(asked)
        if (asked.t === 'meant') return alike(asked.near, asked.scopes, asked.limit)
        return asked.t === 'typed' ? docs.find({ ...asked, every: true }).map(({ id }) => id) : find(asked)
      },
    }
  },
}

type PairPlace = {
  readonly log: Database
  readonly rows: MemoryRows
  readonly docs: ReturnType<typeof docsOf>
  readonly shelf: VectorShelf
}

function pairsOf({ log, rows, docs, shelf }: PairPlace) {
  /** What means nearly the same as one item. To ask that of all would take too long. */
  const meantLike = (doc: MemoryDoc, model: string): number[] =>
    shelf
      .around(doc.hash, model, docs.seenWith(doc), MOST_ALIKE + 1)
      .filter((each) => each.id !== doc.id && each.meaning >= NEARLY_THE_SAME)
      .map((each) => each.id)
      .slice(0, MOST_ALIKE)
  return createPairFinder({
    ...{ log, rows },
    alike: (about, model) => {
      const doc = about === null ? null : docs.docOf(about)
      if (about !== null && doc === null) return []
      const worded = docs.alike.pairs(doc?.id ?? null, MOST_PAIRS)
      const meant = doc === null || model === null ? [] : meantLike(doc, model)
      return [
        ...worded.map(({ doc: one, earlier }) => [docs.itemOf(one), docs.itemOf(earlier)] as const),
        ...meant.flatMap((each) => (about === null ? [] : [[about, docs.itemOf(each)] as const])),
      ]
    },
  })
}

function standing(kept: ReadonlySet<string>, ids: readonly string[]): IndexedPart {
  const indexed = new Set(ids)
  const missing = [...kept].filter((id) => !indexed.has(id)).length
  const extra = ids.filter((id) => !kept.has(id)).length
  return { part: 'memory', kept: kept.size, missing, extra }
}

/** An item as it is embedded: what it is called, and its words. */
function embeddableItem(item: ItemRow) {
  const { key, tags, content } = textOf(item)
  return embeddable(key, tags.join(', '), content)
}

function sourceOf(log: Database) {
  const ids = log.prepare<[], { id: MemoryId }>('SELECT id FROM memory_items WHERE removed_at IS NULL')
  const newest = log.prepare<[], { at: number | null }>('SELECT max(version) AS at FROM memory_versions')
  const after = log.prepare<[number, number], { version: number; item_id: MemoryId }>(
    'SELECT version, item_id FROM memory_versions WHERE version > ? ORDER BY version LIMIT ?',
  )
  return {
    ids: (): ReadonlySet<string> => new Set(ids.all().map(({ id }) => id)),
    newest: (): number => newest.get()?.at ?? 0,
    after: (position: number, limit: number) => after.all(position, limit),
  }
}

function docsOf(index: Database) {
  const position = index.prepare<[], { at: number }>('SELECT at FROM memory_position')
  const setPosition = index.prepare<[number]>('UPDATE memory_position SET at = ?')
  const ids = index.prepare<[], { item_id: MemoryId }>('SELECT item_id FROM memory_docs')
  const one = index.prepare<[string], { id: number }>('SELECT id FROM memory_docs WHERE item_id = ?')
  const docOf = index.prepare<[string], MemoryDoc>(
    'SELECT id, hash, scope, scope_id FROM memory_docs WHERE item_id = ?',
  )
  const places = index.prepare<[], ScopeColumns>('SELECT DISTINCT scope, scope_id FROM memory_docs')
  const itemOf = index.prepare<[number], { item_id: MemoryId }>(
    'SELECT item_id FROM memory_docs WHERE id = ?',
  )
  const dropDoc = index.prepare<[number]>('DELETE FROM memory_docs WHERE id = ?')
  const dropWords = index.prepare<[number]>('DELETE FROM memory_words WHERE rowid = ?')
  const addDoc = index.prepare<[string, string, string, string, Uint8Array]>(
    'INSERT INTO memory_docs (item_id, scope, scope_id, hash, sketch) VALUES (?, ?, ?, ?, ?)',
  )
  const addWords = index.prepare<[number | bigint, string, string, string]>(
    'INSERT INTO memory_words (rowid, key, tags, content) VALUES (?, ?, ?, ?)',
  )
  const find = index.prepare<[AskedRows], FoundWords>(
    `SELECT d.item_id AS id, -hit.rank AS found FROM (
       SELECT w.rowid AS id, bm25(memory_words, 4, 2, 1) AS rank
       FROM memory_words AS w JOIN memory_docs AS d ON d.id = w.rowid
       WHERE memory_words MATCH @match AND (@scopes IS NULL OR (d.scope, d.scope_id) IN (
         SELECT value ->> 'scope', value ->> 'scope_id' FROM json_each(@scopes)))
       ORDER BY w.rowid DESC LIMIT ${MOST_RANKED}
     ) AS hit JOIN memory_docs AS d ON d.id = hit.id ORDER BY hit.rank LIMIT @limit`,
  )
  const words = (text: string): string => wordsOf(text, 'both').join(' ')
  const alike = createAlikeRows(index)

  return {
    alike,
    position: (): number => position.get()?.at ?? 0,
    setPosition: (at: number): void => void setPosition.run(at),
    ids: (): MemoryId[] => ids.all().map(({ item_id }) => item_id),
    docOf: (id: MemoryId): MemoryDoc | null => docOf.get(id) ?? null,
    /** The places whose items are seen together with this one. */
    seenWith: ({ scope, scope_id }: MemoryDoc): ScopeColumns[] =>
      scope === 'user' ? places.all() : [{ scope, scope_id }, columnsOf({ level: 'user' })],
    /** The item behind a row that was found a moment ago. */
    itemOf: (id: number): MemoryId => {
      const row = itemOf.get(id)
      if (row === undefined) throw new Error('A memory left the index while it was asked.')
      return row.item_id
    },
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
      const sketch = new Uint8Array(sketchOf(contentWordsOf(content)).buffer)
      const { lastInsertRowid } = addDoc.run(id, scope, scope_id, embeddableItem(item).hash, sketch)
      addWords.run(lastInsertRowid, words(key), words(tags), words(content))
      alike.add({ id: Number(lastInsertRowid), scope, scope_id, sketch })
    },
    find: ({ words: asked, every, scopes, limit }: AskedWords): FoundWords[] => {
      const match = matchOf(asked, every)
      return match === null ? [] : find.all({ match, scopes: scopes && JSON.stringify(scopes), limit })
    },
  }
}

type MemoryDoc = ScopeColumns & { readonly id: number; readonly hash: string }

/** `scopes` is JSON; null: wherever it is kept. */
type AskedRows = { readonly match: string; readonly scopes: string | null; readonly limit: number }
