import type { Database } from 'better-sqlite3'
import type { SecretPurpose, SecretUse } from '#shared/vault/secret.ts'

/** Maximum uses kept per secret. */
const MOST = 20

/** A run asks many times a minute: within one it is one use. */
const TOGETHER_MS = 60_000

type Row = { id: number; used_by: string; purpose: SecretPurpose; allowed: number; used_at: number }

/** The newest uses of each secret: when, who and what for. */
export function createSecretReads(db: Database) {
  const newest = db.prepare<[string, number], Row>(
    'SELECT id, used_by, purpose, allowed, used_at FROM secret_reads WHERE name = ? ORDER BY id DESC LIMIT ?',
  )
  const again = db.prepare<[number, number]>('UPDATE secret_reads SET used_at = ? WHERE id = ?')
  const add = db.prepare<[string, string, string, number, number]>(
    'INSERT INTO secret_reads (name, used_by, purpose, allowed, used_at) VALUES (?, ?, ?, ?, ?)',
  )
  const trim = db.prepare<[{ name: string; most: number }]>(
    `DELETE FROM secret_reads WHERE name = @name AND id <=
     (SELECT id FROM secret_reads WHERE name = @name ORDER BY id DESC LIMIT 1 OFFSET @most)`,
  )
  const copy = db.prepare<[{ from: string; to: string }]>(
    `INSERT INTO secret_reads (name, used_by, purpose, allowed, used_at)
     SELECT @to, used_by, purpose, allowed, used_at FROM secret_reads WHERE name = @from ORDER BY id`,
  )
  return {
    newest: (name: string): SecretUse[] => newest.all(name, MOST).map(shapeOf),
    /** Part of a transaction of who calls it. The secret has its row. */
    note: (name: string, { by, purpose, allowed, at }: SecretUse): void => {
      const last = newest.get(name, 1)
      if (last !== undefined && isSame(shapeOf(last), { by, purpose, allowed, at })) {
        again.run(at, last.id)
        return
      }
      add.run(name, by, purpose, allowed ? 1 : 0, at)
      trim.run({ name, most: MOST })
    },
    copy: (from: string, to: string): void => void copy.run({ from, to }),
  }
}

function shapeOf({ used_by, purpose, allowed, used_at }: Row): SecretUse {
  return { by: used_by, purpose, allowed: allowed === 1, at: used_at }
}

function isSame(last: SecretUse, use: SecretUse): boolean {
  const isAlike = last.by === use.by && last.purpose === use.purpose && last.allowed === use.allowed
  return isAlike && Math.abs(use.at - last.at) < TOGETHER_MS
}
