import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { type SecretListing, SecretName, type SecretUse, type VaultStatus } from '#shared/vault/secret.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Redactor } from '../lib/redact.ts'
import type { Secret } from '../lib/secret.ts'
import type { EncryptedFileStore } from './encrypted-file-store.ts'
import { createKnownValues, type KnownValues } from './known-values.ts'
import { maskOf } from './mask.ts'
import { createPlaces, type Places } from './places.ts'
import type { SecretRows } from './rows.ts'
import type { Keychain } from './secret-store.ts'

type Deps = {
  readonly rows: SecretRows
  readonly keychain: Keychain
  /** The same keychain with short time limits, for background work. */
  readonly brief: Pick<Keychain, 'get'>
  /** The name of the system's keychain. */
  readonly keychainName: string
  readonly file: EncryptedFileStore
  readonly clock: Pick<Clock, 'now'>
  readonly logger: Logger
  /** Told every value that passes, before anybody else has it. */
  readonly redactor: Pick<Redactor, 'add'>
  /** Called when the status or the list has changed. */
  readonly changed: () => void
}

/** The user of a secret and its purpose. */
export type UseBy = Pick<SecretUse, 'by' | 'purpose'>

/** Secrets by name. Values are in the keychain or the encrypted file, and nowhere else. */
export type Vault = {
  /** Returns the current status. Until the first probe ends, the keychain counts as available. */
  readonly status: () => VaultStatus
  /** Finds out whether the keychain answers. The app starts it and does not wait for it. */
  readonly probe: (signal: AbortSignal) => Promise<VaultStatus>
  readonly list: (signal: AbortSignal) => Promise<readonly SecretListing[]>
  readonly set: (name: string, value: Secret, signal: AbortSignal) => Promise<void>
  /** Opens the encrypted file, or makes it when there is none. */
  readonly openWithPassphrase: (passphrase: Secret, signal: AbortSignal) => Promise<void>
  /** Reads a secret for a user and records the use. Rejects for users without permission. */
  readonly read: (name: string, use: UseBy, signal: AbortSignal) => Promise<Secret>
  /** The value for the person, who is asked before it is shown; null: only so that it can be hidden elsewhere. */
  readonly reveal: (name: string, purpose: 'shown' | 'copied' | null, signal: AbortSignal) => Promise<Secret>
  /** Revokes or restores a user's access to a secret. */
  readonly allow: (name: string, by: string, allowed: boolean) => Promise<void>
  /**
   * Tells the redactor every value that nothing has read yet, as far as they can be had without asking the person.
   * For what decides by the redactor whether a text holds a secret.
   */
  readonly acquaint: KnownValues['all']
  readonly rename: (name: string, to: string, signal: AbortSignal) => Promise<void>
  readonly delete: (name: string, signal: AbortSignal) => Promise<void>
  readonly lock: () => Promise<void>
  /** Gives up what waits for the person's answer to the system. */
  readonly cancel: () => void
}

export function createVault(deps: Deps): Vault {
  const { rows } = deps
  const places = createPlaces(deps)
  const inTurn = createQueue()
  const acquaintance = createKnownValues({ ...deps, places })

  const find = async (name: string, signal: AbortSignal): Promise<Secret> => {
    const value = await places.get(name, signal)
    if (value === null) throw rows.one(name) === null ? missing(name) : withoutValue(name)
    acquaintance.met(name, value)
    acquaintance.tryAgain()
    return value
  }

  const set = async (name: string, value: Secret, signal: AbortSignal) => {
    checkName(name)
    deps.redactor.add(value.reveal())
    await places.set(name, value, signal)
    acquaintance.met(name, value)
    acquaintance.tryAgain()
    rows.put({ name, mask: maskOf(value.reveal()), now: deps.clock.now() })
    deps.changed()
  }

  const remove = async (name: string, signal: AbortSignal) => {
    if (rows.one(name) === null) throw missing(name)
    await places.delete(name, signal)
    rows.remove(name)
    deps.changed()
  }

  const rename = async (name: string, to: string, signal: AbortSignal) => {
    if (name === to) return
    checkName(to)
    if (rows.one(name) === null) throw missing(name)
    if (rows.one(to) !== null) {
      throw AppError.saying('vault.name_invalid', say('vault.taken', { name: to }))
    }
    await copyThenDelete({ places, rows, value: await find(name, signal), name, to, signal }).finally(
      deps.changed,
    )
  }

  return {
    status: places.status,
    probe: places.probe,
    list: (signal) => listOf(rows, places, signal),
    set: (name, value, signal) => inTurn(() => set(name, value, signal)),
    openWithPassphrase: (passphrase, signal) =>
      inTurn(async () => {
        deps.redactor.add(passphrase.reveal())
        await places.open(passphrase, signal)
        acquaintance.tryAgain()
      }),
    ...createGiving(deps, find),
    allow: (name, by, allowed) =>
      inTurn(async () => {
        if (rows.one(name) === null) throw missing(name)
        if (allowed) rows.allow(name, by)
        else rows.refuse(name, by, deps.clock.now())
        deps.changed()
      }),
    acquaint: acquaintance.all,
    rename: (name, to, signal) => inTurn(() => rename(name, to, signal)),
    delete: (name, signal) => inTurn(() => remove(name, signal)),
    lock: () => inTurn(places.lock),
    cancel: deps.keychain.cancel,
  }
}

/** Creates the access to values, with permission check and record of each use. */
function createGiving(
  { rows, clock, changed }: Deps,
  find: (name: string, signal: AbortSignal) => Promise<Secret>,
): Pick<Vault, 'read' | 'reveal'> {
  return {
    read: async (name, use, signal) => {
      if (use.purpose === 'call' && rows.isRefused(name, use.by)) {
        rows.noteUse(name, { ...use, allowed: false, at: clock.now() })
        throw AppError.saying('vault.denied', say('vault.denied', { name, model: use.by }))
      }
      const value = await find(name, signal)
      // The value may outlive its row: the keychain is shared by everything that keeps its data elsewhere.
      if (rows.one(name) === null) rows.put({ name, mask: maskOf(value.reveal()), now: clock.now() })
      rows.noteUse(name, { ...use, allowed: true, at: clock.now() })
      return value
    },
    reveal: async (name, purpose, signal) => {
      const value = await find(name, signal)
      if (purpose === null || rows.one(name) === null) return value
      rows.noteUse(name, { by: '', purpose, allowed: true, at: clock.now() })
      changed()
      return value
    },
  }
}

type Move = { places: Places; rows: SecretRows; value: Secret; name: string; to: string; signal: AbortSignal }

/** At every moment at least one of the two names has both its row and its value. */
async function copyThenDelete({ places, rows, value, name, to, signal }: Move): Promise<void> {
  await places.set(to, value, signal)
  rows.copy(name, to)
  try {
    await places.delete(name, signal)
  } catch (error) {
    throw AppError.saying('vault.unavailable', say('vault.keptTwice', { name, to }), { cause: error })
  }
  rows.remove(name)
}

async function listOf(rows: SecretRows, places: Places, signal: AbortSignal): Promise<SecretListing[]> {
  const users = rows.users()
  const refusals = rows.refusals()
  const known = rows.all()
  const present = await Promise.all(known.map((row) => places.has(row.name, signal)))
  return known.map((row, index) => ({
    name: row.name,
    mask: row.mask,
    usedBy: users.filter((use) => use.name === row.name).map((use) => use.used_by),
    refused: refusals.filter((each) => each.name === row.name).map((each) => each.used_by),
    uses: rows.uses(row.name),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastUsedAt: row.last_used_at,
    present: present[index] ?? false,
  }))
}

/** One change at a time, in the order they came. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work)
    last = turn.catch(() => {})
    return turn
  }
}

function checkName(name: string): void {
  if (SecretName.safeParse(name).success) return
  throw AppError.saying('vault.name_invalid', say('vault.badName'))
}

function missing(name: string): AppError {
  return AppError.saying('vault.not_found', say('vault.noSecret', { name }))
}

/** Returns the error for a missing value. A locked keychain that cannot prompt also counts as empty. */
function withoutValue(name: string): AppError {
  return AppError.saying('vault.not_found', say('vault.noValue', { name }))
}
