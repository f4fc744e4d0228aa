import type { Database } from 'better-sqlite3'
import type { SecretUse } from '#shared/vault/secret.ts'
import { createSecretReads } from './secret-reads.ts'
import { createSecretRefusals } from './secret-refusals.ts'

export type SecretRow = {
  readonly name: string
  readonly mask: string
  readonly created_at: number
  readonly updated_at: number
  readonly last_used_at: number | null
}

/** Creates the table of secrets: names, masks, times and users. Never a value. */
export function createSecretRows(db: Database) {
  const all = db.prepare<[], SecretRow>('SELECT * FROM secrets ORDER BY name')
  const one = db.prepare<[string], SecretRow>('SELECT * FROM secrets WHERE name = ?')
  const users = db.prepare<[], { name: string; used_by: string }>(
    'SELECT name, used_by FROM secret_uses ORDER BY name, used_by',
  )
  const put = db.prepare<[{ name: string; mask: string; now: number }]>(
    `INSERT INTO secrets (name, mask, created_at, updated_at) VALUES (@name, @mask, @now, @now)
     ON CONFLICT (name) DO UPDATE SET mask = @mask, updated_at = @now`,
  )
  const remove = db.prepare<[string]>('DELETE FROM secrets WHERE name = ?')
  const removeUses = db.prepare<[string]>('DELETE FROM secret_uses WHERE name = ?')
  const copy = db.prepare<[{ from: string; to: string }]>(
    `INSERT INTO secrets (name, mask, created_at, updated_at, last_used_at)
     SELECT @to, mask, created_at, updated_at, last_used_at FROM secrets WHERE name = @from`,
  )
  const copyUses = db.prepare<[{ from: string; to: string }]>(
    'INSERT OR IGNORE INTO secret_uses (name, used_by) SELECT @to, used_by FROM secret_uses WHERE name = @from',
  )
  const used = db.prepare<[{ name: string; now: number }]>(
    'UPDATE secrets SET last_used_at = @now WHERE name = @name',
  )
  const usedBy = db.prepare<[string, string]>(
    'INSERT OR IGNORE INTO secret_uses (name, used_by) VALUES (?, ?)',
  )

  const reads = createSecretReads(db)
  const refusals = createSecretRefusals(db)

  return {
    all: () => all.all(),
    one: (name: string) => one.get(name) ?? null,
    users: () => users.all(),
    uses: reads.newest,
    refusals: refusals.all,
    isRefused: refusals.has,
    refuse: refusals.add,
    allow: refusals.drop,
    put: (row: { name: string; mask: string; now: number }) => void put.run(row),
    copy: db.transaction((from: string, to: string) => {
      copy.run({ from, to })
      copyUses.run({ from, to })
      refusals.copy(from, to)
      reads.copy(from, to)
    }),
    remove: db.transaction((name: string) => {
      removeUses.run(name)
      remove.run(name)
    }),
    noteUse: db.transaction((name: string, use: SecretUse) => {
      reads.note(name, use)
      if (!use.allowed || use.purpose !== 'call') return
      used.run({ name, now: use.at })
      usedBy.run(name, use.by)
    }),
  }
}
export type SecretRows = ReturnType<typeof createSecretRows>
