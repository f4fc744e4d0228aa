import type { Database } from 'better-sqlite3'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { KeychainProcess } from '../../app-port.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Redactor } from '../../lib/redact.ts'
import type { Scope } from '../../lib/scope.ts'
import { createEncryptedFileStore, SCRYPT_COST } from '../../vault/encrypted-file-store.ts'
import { keychainName } from '../../vault/keychain-name.ts'
import { createKeychainStore } from '../../vault/keychain-store.ts'
import { createModelKeys } from '../../vault/model-keys.ts'
import { createSecretRows } from '../../vault/rows.ts'
import { createVault } from '../../vault/vault.ts'

type Deps = {
  readonly db: Database
  readonly file: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly service: string
  readonly spawn: () => KeychainProcess
  readonly clock: Clock
  readonly logger: Logger
  readonly redactor: Redactor
  readonly scope: Scope
  readonly tell: (event: AppEvent) => void
}

/** A keychain that does not answer within this time counts as none. */
const LIMIT_MS = 3_000
/**
 * Time limit in milliseconds for a keychain known to exist: it may prompt the person, who may have to look up
 * a password.
 */
const PATIENCE_MS = 120_000
/** The process that talks to it ends when nothing is asked for this long. */
const IDLE_MS = 5_000

/** The vault on the keychain of this system, with the encrypted file for systems without one. */
export function openVault({ db, file, env, service, spawn, scope, tell, ...deps }: Deps) {
  const rows = createSecretRows(db)
  const { clock, logger } = deps
  const changed = () => tell({ kind: 'vault.changed' })
  const keychain = createKeychainStore({
    service,
    spawn,
    clock,
    logger,
    limitMs: LIMIT_MS,
    patienceMs: PATIENCE_MS,
    idleMs: IDLE_MS,
    askingChanged: changed,
  })
  scope.add(keychain.close)
  const vault = createVault({
    clock: deps.clock,
    logger: deps.logger,
    redactor: deps.redactor,
    rows,
    keychain: keychain.patient,
    brief: keychain,
    keychainName: keychainName(process.platform),
    file: createEncryptedFileStore({ file, cost: SCRYPT_COST }),
    changed,
  })
  /** When a secret was set, in ms; null for none. */
  const secretSince = (name: string): number | null => rows.one(name)?.updated_at ?? null
  const keyChanged = createModelKeys({ db, env, clock, logger })
  return { vault, secretSince, keyChanged }
}
