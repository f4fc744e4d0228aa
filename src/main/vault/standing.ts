import { AppError } from '#shared/errors.ts'
import type { VaultStatus } from '#shared/vault/secret.ts'
import type { Logger } from '../lib/logger.ts'
import type { EncryptedFileStore } from './encrypted-file-store.ts'

type Deps = {
  readonly keychainName: string
  readonly file: Pick<EncryptedFileStore, 'state'>
  readonly logger: Logger
  readonly changed: () => void
}

type Known = {
  readonly keychain: 'unknown' | 'works' | 'fails'
  readonly file: 'absent' | 'locked' | 'open'
  readonly problem: string | null
}

/** What is known of the two places values can be in, learnt from every attempt to use them. */
export type Standing = ReturnType<typeof createStanding>

export function createStanding(deps: Deps) {
  let known: Known = { keychain: 'unknown', file: 'absent', problem: null }

  const learn = (news: Partial<Known>) => {
    const before = statusOf(known, deps.keychainName)
    known = { ...known, ...news }
    const after = statusOf(known, deps.keychainName)
    if (before.backend !== after.backend || before.problem !== after.problem) deps.changed()
  }

  return {
    status: () => statusOf(known, deps.keychainName),
    keychainFails: () => known.keychain === 'fails',
    /** Asks the keychain and remembers whether it could be used. */
    withKeychain: async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        const answer = await work()
        learn({ keychain: 'works', problem: null })
        return answer
      } catch (error) {
        if (error instanceof AppError && error.code === 'vault.unavailable') {
          if (known.keychain !== 'fails') {
            deps.logger.warn('The keychain cannot be used', { why: error.message, cause: error.cause })
          }
          learn({ keychain: 'fails', problem: error.message })
        }
        throw error
      }
    },
    lookAtFile: async () => {
      const file = await deps.file.state()
      learn({ file })
      return file
    },
  }
}

function statusOf({ keychain, file, problem }: Known, keychainName: string): VaultStatus {
  if (file === 'open') return { backend: 'file', keychainName, problem: null }
  if (file === 'locked') return { backend: 'locked', keychainName, problem: null }
  if (keychain === 'fails') return { backend: 'none', keychainName, problem }
  return { backend: 'keychain', keychainName, problem: null }
}
