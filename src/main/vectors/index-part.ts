import type { IndexPart } from '../search/index-part.ts'
import { loadSqliteVec } from './load-sqlite-vec.ts'

export const VECTORS = 'vectors'

/**
 * The index part of embeddings. `vectors_near_<model>` holds the vectors of one model; `vectors_texts` maps
 * each to its text by hash and location. The rooms of the texts write them (`vector-shelf.ts`). This part
 * only creates the tables, which survive version changes of the rooms, because vectors cost time and often
 * money.
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
