import type { Database } from 'better-sqlite3'
import type { ScopeColumns } from '../../database/scope-columns.ts'
import { bandsOf, likenessOf, type Sketch } from '../../ranking/likeness.ts'

/**
 * The tables of what is in much the same words, in the index file. `memory_docs` has the words of each item as
 * `sketch`; items that may be alike are filed under the same numbers.
 */
export const ALIKE_SCHEMA = `
  CREATE TABLE memory_bands (band INTEGER NOT NULL, doc INTEGER NOT NULL, PRIMARY KEY (band, doc)) STRICT, WITHOUT ROWID;
  CREATE TABLE memory_alike (doc INTEGER NOT NULL, earlier INTEGER NOT NULL, PRIMARY KEY (doc, earlier)) STRICT, WITHOUT ROWID;
  CREATE INDEX memory_alike_by_earlier ON memory_alike (earlier);
`

/** Word similarity from which the person is asked whether both items hold. */
const ALIKE = 0.7
/** Less in common is chance, unless there is nothing else. */
const LEAST_SHARED = 3
/** Of how many under one number, and of how many in all, the words are compared; with how many an item is paired. */
const MOST_FILED = 8
const MOST_LOOKED_AT = 24
const MOST_PAIRED = 3

/** An item as it is filed. */
type Filed = ScopeColumns & { readonly id: number; readonly sketch: Uint8Array }
/** Two items in much the same words; what was written last is `doc`. */
export type AlikeRow = { readonly doc: number; readonly earlier: number }

/** SQL about which items are in much the same words. Kept while items are written, so that asking costs nothing. */
export function createAlikeRows(index: Database) {
  const file = index.prepare<[number, number]>('INSERT OR IGNORE INTO memory_bands (band, doc) VALUES (?, ?)')
  const unfile = index.prepare<[number, number]>('DELETE FROM memory_bands WHERE band = ? AND doc = ?')
  const one = index.prepare<[number], Filed>(
    'SELECT id, scope, scope_id, sketch FROM memory_docs WHERE id = ?',
  )
  const filed = index.prepare<[number, number], { doc: number }>(
    `SELECT doc FROM memory_bands WHERE band = ? AND doc <> ? ORDER BY doc DESC LIMIT ${MOST_FILED}`,
  )
  const seenWith = index.prepare<[ScopeColumns & { readonly ids: string }], Filed>(
    `SELECT id, scope, scope_id, sketch FROM memory_docs WHERE id IN (SELECT value FROM json_each(@ids))
     AND (@scope = 'user' OR scope = 'user' OR scope_id = @scope_id)`,
  )
  const pair = index.prepare<[AlikeRow]>(
    'INSERT OR IGNORE INTO memory_alike (doc, earlier) VALUES (max(@doc, @earlier), min(@doc, @earlier))',
  )
  const pairs = index.prepare<[{ doc: number | null; limit: number }], AlikeRow>(
    `SELECT doc, earlier FROM memory_alike WHERE @doc IS NULL OR doc = @doc OR earlier = @doc
     ORDER BY doc DESC, earlier DESC LIMIT @limit`,
  )
  const unpair = index.prepare<[{ doc: number }]>(
    'DELETE FROM memory_alike WHERE doc = @doc OR earlier = @doc',
  )

  /** Those that may be alike. Where many are, the newest are enough. */
  const candidates = ({ id, scope, scope_id }: Filed, bands: readonly number[]): Filed[] => {
    const ids = [...new Set(bands.flatMap((band) => filed.all(band, id).map(({ doc }) => doc)))]
    const newest = ids.sort((left, right) => right - left).slice(0, MOST_LOOKED_AT)
    return newest.length === 0 ? [] : seenWith.all({ ids: JSON.stringify(newest), scope, scope_id })
  }
  const link = (doc: Filed, bands: readonly number[]): void => {
    const sketch = sketchIn(doc)
    const near = candidates(doc, bands).flatMap((other) => {
      const { shared, alike } = likenessOf(sketch, sketchIn(other))
      return alike === 1 || (alike >= ALIKE && shared >= LEAST_SHARED) ? [{ id: other.id, alike }] : []
    })
    const best = near.sort((left, right) => right.alike - left.alike || right.id - left.id)
    for (const other of best.slice(0, MOST_PAIRED)) pair.run({ doc: doc.id, earlier: other.id })
  }

  return {
    /** An item was written. */
    add: (doc: Filed): void => {
      const bands = bandsOf(sketchIn(doc))
      for (const band of bands) file.run(band, doc.id)
      link(doc, bands)
    },
    /** An item goes, and is still there. Those it was paired with may have others that they were not paired with. */
    drop: (id: number): void => {
      const doc = one.get(id)
      if (doc === undefined) return
      const partners = pairs
        .all({ doc: id, limit: -1 })
        .map((each) => (each.doc === id ? each.earlier : each.doc))
      unpair.run({ doc: id })
      for (const band of bandsOf(sketchIn(doc))) unfile.run(band, id)
      for (const partner of partners.flatMap((each) => one.get(each) ?? [])) {
        link(partner, bandsOf(sketchIn(partner)))
      }
    },
    /** Those of one item, or all; the newest first. */
    pairs: (doc: number | null, limit: number): AlikeRow[] => pairs.all({ doc, limit }),
    clear: (): void => void index.exec('DELETE FROM memory_bands; DELETE FROM memory_alike'),
  }
}

/** SQLite hands out bytes that may begin anywhere; numbers must not. */
function sketchIn({ sketch }: Filed): Sketch {
  return new Uint32Array(new Uint8Array(sketch).buffer)
}
