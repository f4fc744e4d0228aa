import type { Database } from 'better-sqlite3'
import type { PageId } from '#shared/ids.ts'
import { foldText } from '#shared/search/fold-text.ts'
import type { ScopeColumns } from '../../database/scope-columns.ts'
import { matchOf } from '../../ranking/match-words.ts'
import { wordsOf } from '../../ranking/words.ts'
import { embeddable } from '../../vectors/embeddable.ts'
import type { Chunk } from './chunks.ts'

/**
 * Only terms are kept, no texts: a passage is read from its page, so what is gone there is not found here.
 * `knowledge_indexed` names the pages of which every chunk is written.
 */
export const KNOWLEDGE_TABLES = `
  CREATE TABLE knowledge_position (at INTEGER NOT NULL) STRICT;
  INSERT INTO knowledge_position (at) VALUES (0);
  CREATE TABLE knowledge_indexed (page_id TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE knowledge_docs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    page_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    scope TEXT NOT NULL,
    scope_id TEXT NOT NULL,
    archived INTEGER NOT NULL,
    heading TEXT NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX knowledge_docs_by_hash ON knowledge_docs (hash);
  CREATE INDEX knowledge_docs_by_page ON knowledge_docs (page_id);
  CREATE VIRTUAL TABLE knowledge_words USING fts5 (
    title, heading, body, content = '', contentless_delete = 1, tokenize = 'unicode61'
  );
  CREATE VIRTUAL TABLE knowledge_grams USING fts5 (
    body, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
  );
`

/** A part of a page in the index. */
export type IndexedChunk = Chunk & { readonly id: number; readonly page_id: PageId; readonly version: number }
export type FoundChunk = IndexedChunk & { readonly found: number }

/** A page as its chunks are indexed. */
export type IndexedPage = ScopeColumns & {
  readonly id: PageId
  readonly version: number
  readonly title: string
  readonly tags: readonly string[]
  readonly archived: boolean
  readonly body: string
}

/** Returns the text of a page part for embedding, with its headings. */
export function embeddablePart({ title, body }: Pick<IndexedPage, 'title' | 'body'>, chunk: Chunk) {
  return embeddable(title, chunk.heading, body.slice(chunk.start, chunk.end))
}

export type Where = {
  /** Null: wherever it is kept. */
  readonly scopes: readonly ScopeColumns[] | null
  readonly archived: boolean
  readonly limit: number
}

/** Hits are limited to the newest before ranking, because very frequent words match everything. */
const MOST_RANKED = 5_000
const MOST_PAGES = 20_000

const IN_PLACE = `d.archived = @archived AND (@scopes IS NULL OR (d.scope, d.scope_id) IN (
  SELECT value ->> 'scope', value ->> 'scope_id' FROM json_each(@scopes)))`

/** The chunks of pages in the index file. */
export function createIndexDocs(index: Database) {
  const byWords = index.prepare<[Bound], FoundChunk>(
    `SELECT d.*, -hit.rank AS found FROM (
       SELECT w.rowid AS id, bm25(knowledge_words, 4, 2, 1) AS rank
       FROM knowledge_words AS w JOIN knowledge_docs AS d ON d.id = w.rowid
       WHERE knowledge_words MATCH @match AND ${IN_PLACE} ORDER BY w.rowid DESC LIMIT ${MOST_RANKED}
     ) AS hit JOIN knowledge_docs AS d ON d.id = hit.id ORDER BY hit.rank LIMIT @limit`,
  )
  const byGrams = index.prepare<[Bound], IndexedChunk>(
    `SELECT d.* FROM knowledge_grams AS g JOIN knowledge_docs AS d ON d.id = g.rowid
     WHERE knowledge_grams MATCH @match AND ${IN_PLACE} ORDER BY g.rowid DESC LIMIT @limit`,
  )
  const byIds = index.prepare<[string], IndexedChunk>(
    'SELECT * FROM knowledge_docs WHERE id IN (SELECT value FROM json_each(?))',
  )
  const pagesWith = index.prepare<[Bound], { page_id: PageId }>(
    `SELECT DISTINCT d.page_id FROM knowledge_words AS w JOIN knowledge_docs AS d ON d.id = w.rowid
     WHERE knowledge_words MATCH @match AND ${IN_PLACE} LIMIT @limit`,
  )
  const bound = (match: string, { scopes, archived, limit }: Where): Bound => ({
    match,
    limit,
    archived: archived ? 1 : 0,
    scopes: scopes && JSON.stringify(scopes),
  })
  return {
    ...writerOf(index),
    /** Parts with any of the words or, with `every`, all of them. Best first. */
    byWords: (words: readonly string[], every: boolean, where: Where): FoundChunk[] => {
      const match = matchOf(words, every)
      return match === null ? [] : byWords.all(bound(match, where))
    },
    /** Parts that may hold a piece of code. The newest first; their text has to be asked. */
    byGrams: (grams: string, where: Where): IndexedChunk[] => byGrams.all(bound(grams, where)),
    /** These parts, also of archived pages, in no order. */
    byIds: (ids: readonly number[]): IndexedChunk[] => byIds.all(JSON.stringify(ids)),
    /** Pages that have a word, or one that begins so, anywhere. */
    pagesWith: (word: string, where: Where): ReadonlySet<PageId> => {
      const match = matchOf([word], true)
      if (match === null) return new Set()
      return new Set(pagesWith.all(bound(match, { ...where, limit: MOST_PAGES })).map((row) => row.page_id))
    },
  }
}

export type IndexDocs = ReturnType<typeof createIndexDocs>

type Bound = {
  readonly match: string
  readonly scopes: string | null
  readonly archived: 0 | 1
  readonly limit: number
}

function writerOf(index: Database) {
  const position = index.prepare<[], { at: number }>('SELECT at FROM knowledge_position')
  const setPosition = index.prepare<[number]>('UPDATE knowledge_position SET at = ?')
  const indexed = index.prepare<[], { page_id: PageId; version: number }>('SELECT * FROM knowledge_indexed')
  const count = index.prepare<[], { n: number }>('SELECT count(*) AS n FROM knowledge_indexed')
  const versionOf = index.prepare<[PageId], { version: number }>(
    'SELECT version FROM knowledge_indexed WHERE page_id = ?',
  )
  const setIndexed = index.prepare<[PageId, number]>(
    'INSERT OR REPLACE INTO knowledge_indexed (page_id, version) VALUES (?, ?)',
  )
  const dropIndexed = index.prepare<[PageId]>('DELETE FROM knowledge_indexed WHERE page_id = ?')
  const docsOf = index.prepare<[PageId], { id: number }>('SELECT id FROM knowledge_docs WHERE page_id = ?')
  const dropDoc = index.prepare<[number]>('DELETE FROM knowledge_docs WHERE id = ?')
  const dropWords = index.prepare<[number]>('DELETE FROM knowledge_words WHERE rowid = ?')
  const dropGrams = index.prepare<[number]>('DELETE FROM knowledge_grams WHERE rowid = ?')
  const addDoc = index.prepare<[Record<string, string | number>]>(
    `INSERT INTO knowledge_docs (page_id, version, scope, scope_id, archived, heading, start, "end", hash)
     VALUES (@id, @version, @scope, @scope_id, @archived, @heading, @start, @end, @hash)`,
  )
  const addWords = index.prepare<[number | bigint, string, string, string]>(
    'INSERT INTO knowledge_words (rowid, title, heading, body) VALUES (?, ?, ?, ?)',
  )
  const addGrams = index.prepare<[number | bigint, string]>(
    'INSERT INTO knowledge_grams (rowid, body) VALUES (?, ?)',
  )
  const words = (text: string): string => wordsOf(text, 'both').join(' ')
  return {
    position: (): number => position.get()?.at ?? 0,
    setPosition: (at: number): void => void setPosition.run(at),
    /** The pages that are written whole, with the version of each. */
    indexed: (): ReadonlyMap<PageId, number> =>
      new Map(indexed.all().map(({ page_id, version }) => [page_id, version])),
    count: (): number => count.get()?.n ?? 0,
    versionOf: (id: PageId): number | null => versionOf.get(id)?.version ?? null,
    setIndexed: (id: PageId, version: number): void => void setIndexed.run(id, version),
    clear: (): void => {
      index.exec(`DELETE FROM knowledge_indexed; DELETE FROM knowledge_docs;
        INSERT INTO knowledge_words (knowledge_words) VALUES ('delete-all');
        INSERT INTO knowledge_grams (knowledge_grams) VALUES ('delete-all')`)
      setPosition.run(0)
    },
    drop: (pageId: PageId): void => {
      dropIndexed.run(pageId)
      for (const { id } of docsOf.all(pageId)) {
        dropWords.run(id)
        dropGrams.run(id)
        dropDoc.run(id)
      }
    },
    add: (page: IndexedPage, chunk: Chunk): void => {
      const { id, version, scope, scope_id } = page
      const { heading, start, end } = chunk
      const { hash } = embeddablePart(page, chunk)
      const doc = { id, version, scope, scope_id, heading, start, end, hash, archived: page.archived ? 1 : 0 }
      const { lastInsertRowid } = addDoc.run(doc)
      const text = page.body.slice(start, end)
      addWords.run(lastInsertRowid, words(page.title), words([heading, ...page.tags].join('\n')), words(text))
      addGrams.run(lastInsertRowid, foldText(text))
    },
  }
}
