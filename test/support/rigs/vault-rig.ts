import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { MIGRATIONS } from '../../../src/main/database/migrations.ts'
import { silentLogger } from '../../../src/main/lib/logger.ts'
import { createRedactor } from '../../../src/main/lib/redact.ts'
import { Secret } from '../../../src/main/lib/secret.ts'
import { createEncryptedFileStore } from '../../../src/main/vault/encrypted-file-store.ts'
import { createSecretRows } from '../../../src/main/vault/rows.ts'
import type { Keychain, SecretStore } from '../../../src/main/vault/secret-store.ts'
import { createVault } from '../../../src/main/vault/vault.ts'

type Verb = keyof SecretStore
/** A keychain in memory that fails at the verbs it is told to. */
export function fakeKeychain() {
  const values = new Map<string, string>()
  const failing = new Set<Verb>()
  const calls: Verb[] = []
  const enter = (verb: Verb) => {
    calls.push(verb)
    if (failing.has(verb)) throw AppError.saying('vault.unavailable', say('vault.noKeychain'))
  }
  const waiting = { asking: false, cancelled: 0 }
  const store: Keychain = {
    probe: async () => enter('has'),
    isAsking: () => waiting.asking,
    cancel: () => {
      waiting.cancelled += 1
    },
    get: async (name) => {
      enter('get')
      const value = values.get(name)
      return value === undefined ? null : new Secret(value)
    },
    has: async (name) => {
      enter('has')
      return values.has(name)
    },
    set: async (name, value) => {
      enter('set')
      values.set(name, value.reveal())
    },
    delete: async (name) => {
      enter('delete')
      values.delete(name)
    },
  }
  const breakDown = () => (['get', 'has', 'set', 'delete'] as const).forEach((verb) => void failing.add(verb))
  return { store, values, failing, calls, waiting, breakDown }
}

/** A vault over real rows and a real encrypted file in a folder of the test's own. */
export async function openTestVault(
  folder: string,
  keychain = fakeKeychain(),
  db = new BetterSqlite3(':memory:'),
) {
  db.pragma('foreign_keys = ON')
  for (const { sql } of MIGRATIONS) db.exec(sql)
  let now = 1_000
  let changes = 0
  const redactor = createRedactor()
  const rows = createSecretRows(db)
  const file = createEncryptedFileStore({ file: join(folder, 'vault.enc.json'), cost: 2 ** 14 })
  const vault = createVault({
    rows,
    keychain: keychain.store,
    brief: keychain.store,
    keychainName: 'Test Keyring',
    file,
    clock: { now: () => now++ },
    logger: silentLogger,
    redactor,
    changed: () => {
      changes += 1
    },
  })
  return { vault, rows, keychain, redactor, db, file, changes: () => changes }
}
