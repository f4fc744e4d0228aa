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

/** In so much the same words that somebody should say whether both hold. */
const ALIKE = 0.7
/** Less in common is chance, unless there is nothing else. */
const LEAST_SHARED = 3
/** How many that are filed alike are looked at, the newest first, and with how many of them an item is paired. */
const MOST_FILED = 16
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
  const filedAlike = index.prepare<[Omit<Filed, 'sketch'> & { readonly band: number }], Filed>(
    `SELECT d.id, d.scope, d.scope_id, d.sketch FROM (
       SELECT doc FROM memory_bands WHERE band = @band AND doc <> @id ORDER BY doc DESC LIMIT ${MOST_FILED}
     ) AS b JOIN memory_docs AS d ON d.id = b.doc
     WHERE @scope = 'user' OR d.scope = 'user' OR d.scope_id = @scope_id`,
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

  const link = (doc: Filed): void => {
    const sketch = sketchIn(doc)
    const near = new Map<number, number>()
    for (const band of bandsOf(sketch)) {
      for (const other of filedAlike.all({ band, id: doc.id, scope: doc.scope, scope_id: doc.scope_id })) {
        if (near.has(other.id)) continue
        const { shared, alike } = likenessOf(sketch, sketchIn(other))
        near.set(other.id, alike === 1 || (alike >= ALIKE && shared >= LEAST_SHARED) ? alike : 0)
      }
    }
    const best = [...near].filter(([, alike]) => alike > 0).sort(([, left], [, right]) => right - left)
    for (const [other] of best.slice(0, MOST_PAIRED)) pair.run({ doc: doc.id, earlier: other })
  }

  return {
    /** An item was written. */
    add: (id: number): void => {
      const doc = one.get(id)
      if (doc === undefined) return
      for (const band of bandsOf(sketchIn(doc))) file.run(band, id)
      link(doc)
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
      for (const partner of partners.flatMap((each) => one.get(each) ?? [])) link(partner)
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
