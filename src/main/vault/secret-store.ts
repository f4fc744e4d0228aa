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
