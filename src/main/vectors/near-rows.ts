import type { Database, Statement } from 'better-sqlite3'
import type { ScopeColumns } from '../database/scope-columns.ts'
import type { ModelRow } from './text-rows.ts'

/** A neighbouring vector: distance 0 in the same direction, 1 at a right angle. */
type Near = { readonly id: number; readonly distance: number | null }
type Asked = ScopeColumns & { readonly kind: string; readonly vector: Uint8Array; readonly limit: number }

type Statements = {
  readonly add: Statement<[Record<string, unknown>]>
  readonly one: Statement<[bigint], { vector: Uint8Array }>
  readonly remove: Statement<[bigint]>
  readonly nearest: Statement<[Asked], Near>
}

/** Creates the access to vectors, one table per model. Each scope is searched separately. */
export function nearRows(index: Database, kind: string) {
  const opened = new Map<number, Statements>()
  const of = ({ id }: Pick<ModelRow, 'id'>): Statements => {
    const known = opened.get(id) ?? prepare(index, tableOf(id))
    opened.set(id, known)
    return known
  }
  return {
    make: ({ id, dimensions }: ModelRow): void => {
      index.exec(`CREATE VIRTUAL TABLE ${tableOf(id)} USING vec0 (
        kind TEXT PARTITION KEY, scope TEXT PARTITION KEY, scope_id TEXT PARTITION KEY,
        vector FLOAT[${dimensions}] distance_metric=cosine)`)
    },
    drop: ({ id }: ModelRow): void => {
      opened.delete(id)
      index.exec(`DROP TABLE IF EXISTS ${tableOf(id)}`)
    },
    add: (model: ModelRow, id: number, { scope, scope_id }: ScopeColumns, vector: Uint8Array): void =>
      // The library takes numbers of rows as whole numbers only.
      void of(model).add.run({ id: BigInt(id), kind, scope, scope_id, vector }),
    one: (model: ModelRow, id: number): Uint8Array | null => of(model).one.get(BigInt(id))?.vector ?? null,
    remove: (model: ModelRow, id: number): void => void of(model).remove.run(BigInt(id)),
    nearest: (
      model: ModelRow,
      vector: Uint8Array,
      { scope, scope_id }: ScopeColumns,
      limit: number,
    ): Near[] => of(model).nearest.all({ kind, scope, scope_id, vector, limit }),
  }
}

function tableOf(model: number): string {
  return `vectors_near_${model}`
}

function prepare(index: Database, table: string): Statements {
  return {
    add: index.prepare(
      `INSERT INTO ${table} (rowid, kind, scope, scope_id, vector) VALUES (@id, @kind, @scope, @scope_id, @vector)`,
    ),
    one: index.prepare(`SELECT vector FROM ${table} WHERE rowid = ?`),
    remove: index.prepare(`DELETE FROM ${table} WHERE rowid = ?`),
    nearest: index.prepare(
      `SELECT rowid AS id, distance FROM ${table} WHERE vector MATCH @vector AND k = @limit
       AND kind = @kind AND scope = @scope AND scope_id = @scope_id ORDER BY distance`,
    ),
  }
}
