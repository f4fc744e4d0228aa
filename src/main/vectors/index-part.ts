import type { IndexPart } from '../search/index-part.ts'
import { loadSqliteVec } from './load-sqlite-vec.ts'

export const VECTORS = 'vectors'

/**
 * What embeddings models made of texts, in the index file. `vectors_near_<model>` holds the vectors of one model;
 * `vectors_texts` says which text each is of, by the hash of it, and where that text is kept. The rooms whose texts
 * they are write them (`vector-shelf.ts`); this part makes the tables, and outlives other versions of those rooms'
 * tables, since vectors cost time and often money.
 */
export const vectorsIndexPart: IndexPart = {
  name: VECTORS,
  version: 1,
  stays: true,
  load: (index) => void loadSqliteVec(index),
  schema: `
    CREATE TABLE vectors_models (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL UNIQUE,
      dimensions INTEGER NOT NULL,
      unlike REAL NOT NULL
    ) STRICT;
    CREATE TABLE vectors_texts (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      model INTEGER NOT NULL,
      hash TEXT NOT NULL,
      kind TEXT NOT NULL,
      scope TEXT NOT NULL,
      scope_id TEXT NOT NULL,
      UNIQUE (model, hash, kind, scope, scope_id)
    ) STRICT;
  `,
  open: () => ({
    compare: () => {},
    changed: () => {},
    step: () => false,
    ask: () => null,
  }),
}
