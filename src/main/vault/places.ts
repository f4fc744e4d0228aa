import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { VaultStatus } from '#shared/vault/secret.ts'
import type { Logger } from '../lib/logger.ts'
import type { Secret } from '../lib/secret.ts'
import type { EncryptedFileStore } from './encrypted-file-store.ts'
import type { Keychain } from './secret-store.ts'
import { createStorageState, type StorageState } from './storage-state.ts'

type Deps = {
  readonly keychain: Keychain
  /** The same keychain with short time limits, for background work. */
  readonly brief: Pick<Keychain, 'get'>
  readonly keychainName: string
  readonly file: EncryptedFileStore
  readonly logger: Logger
  readonly changed: () => void
}

/**
 * The two places a value can be in. The keychain is used until the person makes the encrypted file; from then
 * on the file is where new values go, and what is still in the keychain is found there.
 */
export type Places = ReturnType<typeof createPlaces>

export function createPlaces(deps: Deps) {
  const { keychain, file } = deps
  const standing = createStorageState(deps)

  return {
    status: standing.status,
    probe: async (signal: AbortSignal): Promise<VaultStatus> => {
      await Promise.all([
        standing.inspectFile(),
        standing.withKeychain(() => keychain.probe(signal), 'read').catch(falseIfUnusable),
      ])
      return standing.status()
    },
    get: async (name: string, signal: AbortSignal): Promise<Secret | null> => {
      const state = await standing.inspectFile()
      const inFile = state === 'open' ? await file.get(name, signal) : null
      if (inFile !== null) return inFile
      // A keychain that failed is only asked again when there is no file in its place.
      const ask = state === 'absent' || !standing.keychainFails()
      const inKeychain = ask ? await standing.withKeychain(() => keychain.get(name, signal), 'read') : null
      if (inKeychain === null && state === 'locked') throw locked()
      return inKeychain
    },
    /** Returns the value if it is available without a prompt; otherwise null. */
    glimpse: async (name: string, signal: AbortSignal): Promise<Secret | null> => {
      const inFile = (await file.state()) === 'open' ? await file.get(name, signal) : null
      if (inFile !== null || standing.keychainFails() || keychain.isAsking()) return inFile
      return await deps.brief.get(name, signal)
    },
    set: async (name: string, value: Secret, signal: AbortSignal): Promise<void> => {
      const state = await standing.inspectFile()
      if (state === 'locked') throw locked()
      if (state === 'open') return file.set(name, value, signal)
      await standing.withKeychain(() => keychain.set(name, value, signal), 'write').catch(offerFile)
    },
    delete: (name: string, signal: AbortSignal) => deleteEverywhere({ ...deps, standing, name, signal }),
    has: async (name: string, signal: AbortSignal): Promise<boolean> => {
      const { backend } = standing.status()
      if (backend === 'file' && (await file.has(name, signal))) return true
      if (standing.keychainFails()) return false
      return standing.withKeychain(() => keychain.has(name, signal), 'read').catch(falseIfUnusable)
    },
    open: async (passphrase: Secret, signal: AbortSignal) => {
      await file.open(passphrase, signal)
      await standing.inspectFile()
    },
    lock: async () => {
      file.lock()
      await standing.inspectFile()
    },
  }
}

type Deletion = Pick<Deps, 'keychain' | 'file'> & {
  readonly standing: StorageState
  readonly name: string
  readonly signal: AbortSignal
}

/** Deletes a secret in both places, because a copy left behind would be invisible and undeletable. */
async function deleteEverywhere({ keychain, file, standing, name, signal }: Deletion): Promise<void> {
  const state = await standing.inspectFile()
  if (state === 'locked') throw locked()
  const inFile = state === 'open' && (await file.has(name, signal))
  if (state === 'absent' || !standing.keychainFails()) {
    await standing.withKeychain(() => keychain.delete(name, signal), 'read')
  } else if (!inFile) {
    throw AppError.saying('vault.unavailable', say('vault.elsewhere', { name }))
  }
  if (inFile) await file.delete(name, signal)
}

function falseIfUnusable(error: unknown): false {
  if (error instanceof AppError) return false
  throw error
}

function locked(): AppError {
  return AppError.saying('vault.locked', say('vault.locked'))
}

function offerFile(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'vault.unavailable') throw error
  throw error.framed([], [say('vault.offerFile')])
}
