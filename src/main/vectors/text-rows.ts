import type { Database } from 'better-sqlite3'
import type { ScopeColumns } from '../database/scope-columns.ts'

/** A text of a room, in its own table of the index. */
export type VectorDoc = { readonly id: number; readonly hash: string } & ScopeColumns

export type ModelRow = {
  readonly id: number
  readonly name: string
  readonly dimensions: number
  /** Similarity of unrelated texts under this model. */
  readonly unlike: number
}

/** The models of which there are vectors. */
export function modelRows(index: Database) {
  const all = index.prepare<[], ModelRow>('SELECT * FROM vectors_models')
  const named = index.prepare<[string], ModelRow>('SELECT * FROM vectors_models WHERE name = ?')
  const add = index.prepare<[string, number, number], ModelRow>(
    'INSERT INTO vectors_models (name, dimensions, unlike) VALUES (?, ?, ?) RETURNING *',
  )
  const drop = index.prepare<[number]>('DELETE FROM vectors_models WHERE id = ?')
  return {
    all: (): ModelRow[] => all.all(),
    named: (name: string): ModelRow | null => named.get(name) ?? null,
    add: (name: string, dimensions: number, unlike: number): ModelRow => {
      const made = add.get(name, dimensions, unlike)
      if (made === undefined) throw new Error('No model was written.')
      return made
    },
    drop: (id: number): void => void drop.run(id),
  }
}

/** Creates the mapping from texts of a room to vectors. `<kind>_docs` is the room's own table. */
export function textRows(index: Database, kind: string) {
  const docs = `${kind}_docs`
  const isKept = `EXISTS (SELECT 1 FROM vectors_texts AS t WHERE t.model = @model AND t.hash = d.hash
    AND t.kind = @kind AND t.scope = d.scope AND t.scope_id = d.scope_id)`
  const missing = index.prepare<[Bound & { readonly limit: number }], VectorDoc>(
    `SELECT d.id, d.hash, d.scope, d.scope_id FROM ${docs} AS d WHERE NOT ${isKept} ORDER BY d.id LIMIT @limit`,
  )
  const standing = index.prepare<[Bound], { done: number | null; total: number }>(
    `SELECT sum(${isKept}) AS done, count(*) AS total FROM ${docs} AS d`,
  )
  const twin = index.prepare<[number, string], { id: number }>(
    'SELECT id FROM vectors_texts WHERE model = ? AND hash = ? LIMIT 1',
  )
  const places = index.prepare<[string], ScopeColumns>(
    `SELECT DISTINCT scope, scope_id FROM ${docs} WHERE hash = ?`,
  )
  const kept = index.prepare<[Bound], ScopeColumns>(
    'SELECT DISTINCT scope, scope_id FROM vectors_texts WHERE model = @model AND kind = @kind',
  )
  const add = index.prepare<[Place & Bound], { id: number }>(
    `INSERT INTO vectors_texts (model, hash, kind, scope, scope_id) VALUES (@model, @hash, @kind, @scope, @scope_id)
     ON CONFLICT DO NOTHING RETURNING id`,
  )
  const gone = index.prepare<[Bound], { id: number }>(
    `SELECT t.id FROM vectors_texts AS t WHERE t.model = @model AND t.kind = @kind AND NOT EXISTS (
       SELECT 1 FROM ${docs} AS d WHERE d.hash = t.hash AND d.scope = t.scope AND d.scope_id = t.scope_id)`,
  )
  const docsOf = index.prepare<[number], { id: number }>(
    `SELECT d.id FROM vectors_texts AS t JOIN ${docs} AS d
       ON d.hash = t.hash AND d.scope = t.scope AND d.scope_id = t.scope_id WHERE t.id = ?`,
  )
  const remove = index.prepare<[number]>('DELETE FROM vectors_texts WHERE id = ?')
  const drop = index.prepare<[number]>('DELETE FROM vectors_texts WHERE model = ?')
  return {
    /** The oldest first. */
    missing: (model: number, limit: number): VectorDoc[] => missing.all({ model, kind, limit }),
    standing: (model: number) => {
      const { done, total } = standing.get({ model, kind }) ?? { done: 0, total: 0 }
      return { done: done ?? 0, total }
    },
    /** Returns any text with the same hash, in any room. */
    twin: (model: number, hash: string): number | null => twin.get(model, hash)?.id ?? null,
    /** Returns the current scopes of a text with this hash in the room. */
    places: (hash: string): ScopeColumns[] => places.all(hash),
    /** Every place of the room in which there are vectors. */
    kept: (model: number): ScopeColumns[] => kept.all({ model, kind }),
    /** Null: it is there already. */
    add: (place: Place): number | null => add.get({ ...place, kind })?.id ?? null,
    /** Texts of the room that it does not have any more. */
    gone: (model: number): number[] => gone.all({ model, kind }).map(({ id }) => id),
    /** Returns the room's texts for a vector. */
    docsOf: (id: number): number[] => docsOf.all(id).map((row) => row.id),
    remove: (id: number): void => void remove.run(id),
    drop: (model: number): void => void drop.run(model),
  }
}

type Bound = { readonly model: number; readonly kind: string }
type Place = ScopeColumns & { readonly model: number; readonly hash: string }
