import { AppError } from '#shared/errors.ts'
import { say, type Told, tell } from '#shared/sentences.ts'
import type { VaultStatus } from '#shared/vault/secret.ts'
import type { Logger } from '../lib/logger.ts'
import type { EncryptedFileStore } from './encrypted-file-store.ts'
import type { Keychain } from './secret-store.ts'

type Deps = {
  readonly keychain: Pick<Keychain, 'isAsking'>
  readonly keychainName: string
  readonly file: Pick<EncryptedFileStore, 'state'>
  readonly logger: Logger
  readonly changed: () => void
}

type Known = {
  readonly keychain: 'unknown' | 'works' | 'fails'
  readonly file: 'absent' | 'locked' | 'open'
  readonly problem: Told | null
  /** Why the keychain did not take a value. A locked one answers questions, as if it were empty. */
  readonly refused: Told | null
}

/** The known state of the two storage places, updated by every access. */
export type StorageState = ReturnType<typeof createStorageState>

export function createStorageState(deps: Deps) {
  let known: Known = { keychain: 'unknown', file: 'absent', problem: null, refused: null }

  const learn = (news: Partial<Known>) => {
    const before = statusOf(known, deps.keychainName)
    known = { ...known, ...news }
    const after = statusOf(known, deps.keychainName)
    if (before.backend !== after.backend || before.problem?.text !== after.problem?.text) deps.changed()
  }

  return {
    status: (): VaultStatus => {
      const status = statusOf(known, deps.keychainName)
      return deps.keychain.isAsking() ? { ...status, problem: asks(deps.keychainName), asking: true } : status
    },
    keychainFails: () => known.keychain === 'fails',
    /** Asks the keychain and remembers whether it could be used, for reading and for writing. */
    withKeychain: async <T>(work: () => Promise<T>, purpose: 'read' | 'write'): Promise<T> => {
      try {
        const answer = await work()
        // Only an unlocked keychain takes a value or has one.
        const open = purpose === 'write' || Boolean(answer)
        learn({ keychain: 'works', problem: null, ...(open ? { refused: null } : {}) })
        return answer
      } catch (error) {
        if (error instanceof AppError && error.code === 'vault.unavailable') {
          if (known.keychain !== 'fails') {
            deps.logger.warn('The keychain cannot be used', { why: error.message, cause: error.cause })
          }
          const problem = error.told()
          learn({ keychain: 'fails', problem, ...(purpose === 'write' ? { refused: problem } : {}) })
        }
        throw error
      }
    },
    inspectFile: async () => {
      const file = await deps.file.state()
      learn({ file })
      return file
    },
  }
}

function asks(keychainName: string): Told {
  return tell(say('vault.asks', { keychain: keychainName }))
}

function statusOf({ keychain, file, problem, refused }: Known, keychainName: string): VaultStatus {
  if (file === 'open') return { backend: 'file', keychainName, problem: null }
  if (file === 'locked') return { backend: 'locked', keychainName, problem: null }
  if (keychain === 'fails' || refused !== null) {
    return { backend: 'none', keychainName, problem: problem ?? refused }
  }
  return { backend: 'keychain', keychainName, problem: null }
}
