import type { Secret } from '../lib/secret.ts'

/**
 * A place that holds the values of secrets. Every function throws an `AppError` with a `vault.*` code when the
 * place cannot be used, and answers within its own limit or when the signal says so.
 */
export type SecretStore = {
  /** `null`: there is no value under this name. */
  readonly get: (name: string, signal: AbortSignal) => Promise<Secret | null>
  /** Whether there is a value, without bringing it here. */
  readonly has: (name: string, signal: AbortSignal) => Promise<boolean>
  readonly set: (name: string, value: Secret, signal: AbortSignal) => Promise<void>
  /** Deleting what is not there is no failure. */
  readonly delete: (name: string, signal: AbortSignal) => Promise<void>
}

/** The system's own store. It may ask the person for a password or a permission before it answers. */
export type Keychain = SecretStore & {
  /** Finds out whether there is one, and asks the person nothing. Throws when it does not answer. */
  readonly probe: (signal: AbortSignal) => Promise<void>
  /** True while the system asks the person, as far as can be told. */
  readonly isAsking: () => boolean
  /** Gives up every call that waits: each throws `cancelled`, and the system stops asking. */
  readonly cancel: () => void
}
