import { readFile, stat } from 'node:fs/promises'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { codeOf, isErrno } from '../lib/errno.ts'
import { writeFileAtomic } from '../lib/files/atomic-file.ts'
import { Secret } from '../lib/secret.ts'
import type { SecretStore } from './secret-store.ts'
import {
  emptyVaultFile,
  isKeyOf,
  keyFrom,
  newKeyParameters,
  parseVaultFile,
  Sealed,
  seal,
  unseal,
  type VaultFile,
} from './vault-file.ts'

type Deps = {
  readonly file: string
  /** scrypt's N for new files. */
  readonly cost: number
}

/** Secrets in one file under a passphrase, for systems without a keychain. Only the derived key is kept. */
export type EncryptedFileStore = SecretStore & {
  readonly state: () => Promise<'absent' | 'locked' | 'open'>
  /** Opens the file, or makes it when there is none. */
  readonly open: (passphrase: Secret, signal: AbortSignal) => Promise<void>
  /** Forgets the key. */
  readonly lock: () => void
}

export const SCRYPT_COST = 2 ** 17

export function createEncryptedFileStore(deps: Deps): EncryptedFileStore {
  let held: { key: Buffer; salt: string } | null = null
  let last: Promise<unknown> = Promise.resolve()

  /** One change at a time: each reads the file, changes it and writes it whole. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work)
    last = turn.catch(() => {})
    return turn
  }

  const load = async (): Promise<VaultFile | null> => {
    const text = await readIfThere(deps.file)
    return text === null ? null : parseVaultFile(text, deps.file)
  }

  /** Another file in the old one's place, for example a copy put back, needs its own passphrase. */
  const opened = async (): Promise<{ file: VaultFile; key: Buffer }> => {
    const file = await load()
    if (file === null || held === null || held.salt !== file.kdf.salt) {
      held = null
      throw AppError.saying('vault.locked', say('vault.locked'))
    }
    return { file, key: held.key }
  }

  const save = (file: VaultFile) =>
    writeFileAtomic(deps.file, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 })

  const openFile = async (passphrase: Secret, signal: AbortSignal) => {
    const file = await load()
    const kdf = file?.kdf ?? newKeyParameters(deps.cost)
    const key = await keyFrom(passphrase.reveal(), kdf)
    signal.throwIfAborted()
    if (file === null) await save(emptyVaultFile(kdf, key))
    else if (!isKeyOf(file, key)) throw wrongPassphrase()
    held = { key, salt: kdf.salt }
  }

  return {
    state: async () => {
      if (!(await isThere(deps.file))) return 'absent'
      return held === null ? 'locked' : 'open'
    },
    open: (passphrase, signal) => inTurn(() => openFile(passphrase, signal)),
    lock: () => {
      held?.key.fill(0)
      held = null
    },
    get: (name) =>
      inTurn(async () => {
        const { file, key } = await opened()
        if (!Object.hasOwn(file.entries, name)) return null
        const sealed = Sealed.safeParse(file.entries[name])
        const text = sealed.success ? unseal(key, name, sealed.data) : null
        if (text === null) throw damaged(name)
        return new Secret(text)
      }),
    has: (name) => inTurn(async () => Object.hasOwn((await opened()).file.entries, name)),
    set: (name, value) =>
      inTurn(async () => {
        const { file, key } = await opened()
        await save({ ...file, entries: { ...file.entries, [name]: seal(key, name, value.reveal()) } })
      }),
    delete: (name) =>
      inTurn(async () => {
        const { file } = await opened()
        if (!Object.hasOwn(file.entries, name)) return
        const { [name]: _gone, ...entries } = file.entries
        await save({ ...file, entries })
      }),
  }
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    throw unreadable(file, error)
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    await stat(file)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw unreadable(file, error)
  }
}

function isMissing(error: unknown): boolean {
  return isErrno(error, 'ENOENT')
}

function unreadable(file: string, error: unknown): AppError {
  const code = codeOf(error) ?? 'EIO'
  return AppError.saying('vault.unavailable', say('vault.fileUnreadable', { file, code }), { cause: error })
}

function wrongPassphrase(): AppError {
  return AppError.saying('vault.wrong_passphrase', say('vault.wrongPassphrase'))
}

function damaged(name: string): AppError {
  return AppError.saying('vault.not_found', say('vault.valueDamaged', { name }))
}
