import type { Database } from 'better-sqlite3'

/** Creates the table of users that may not use a secret, although the settings name it there. */
export function createSecretRefusals(db: Database) {
  const all = db.prepare<[], { name: string; used_by: string }>(
    'SELECT name, used_by FROM secret_refusals ORDER BY name, used_by',
  )
  const has = db.prepare<[string, string], unknown>(
    'SELECT 1 FROM secret_refusals WHERE name = ? AND used_by = ?',
  )
  const add = db.prepare<[string, string, number]>(
    'INSERT OR IGNORE INTO secret_refusals (name, used_by, since) VALUES (?, ?, ?)',
  )
  const drop = db.prepare<[string, string]>('DELETE FROM secret_refusals WHERE name = ? AND used_by = ?')
  const copy = db.prepare<[{ from: string; to: string }]>(
    `INSERT INTO secret_refusals (name, used_by, since)
     SELECT @to, used_by, since FROM secret_refusals WHERE name = @from`,
  )
  return {
    all: () => all.all(),
    has: (name: string, by: string) => has.get(name, by) !== undefined,
    add: (name: string, by: string, now: number) => void add.run(name, by, now),
    drop: (name: string, by: string) => void drop.run(name, by),
    copy: (from: string, to: string) => void copy.run({ from, to }),
  }
}
