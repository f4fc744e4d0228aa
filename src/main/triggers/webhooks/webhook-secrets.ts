import { randomBytes } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { TriggerId } from '#shared/ids.ts'
import { Secret } from '../../lib/secret.ts'

type Deps = {
  readonly vault: {
    readonly set: (name: string, value: Secret, signal: AbortSignal) => Promise<void>
    readonly read: (
      name: string,
      use: { readonly by: string; readonly purpose: 'check' },
      signal: AbortSignal,
    ) => Promise<Secret>
    readonly delete: (name: string, signal: AbortSignal) => Promise<void>
  }
  readonly signal: AbortSignal
}

/** The random bytes of a secret. */
const SECRET_BYTES = 32

/** Returns the name of a webhook's secret in the vault. */
export const secretNameOf = (id: TriggerId): string => `webhook-${id}`

/** The secrets of webhooks. Their values are in the vault, and in memory while the app listens. */
export function createWebhookSecrets({ vault, signal }: Deps) {
  const known = new Map<TriggerId, Secret>()
  return {
    /** Makes a secret. One that was there before is no longer valid. */
    make: async (id: TriggerId): Promise<string> => {
      const secret = new Secret(randomBytes(SECRET_BYTES).toString('base64url'))
      await vault.set(secretNameOf(id), secret, signal)
      known.set(id, secret)
      return secretNameOf(id)
    },
    /** Returns the secret; null when the vault has none. Rejects when the vault does not answer. */
    of: async (id: TriggerId): Promise<Secret | null> => {
      const kept = known.get(id)
      if (kept !== undefined) return kept
      try {
        const secret = await vault.read(secretNameOf(id), { by: 'webhook', purpose: 'check' }, signal)
        known.set(id, secret)
        return secret
      } catch (error) {
        if (error instanceof AppError && error.code === 'vault.not_found') return null
        throw error
      }
    },
    /** Reads the vault again at the next request, because its secrets may have changed. */
    forget: (): void => known.clear(),
    remove: async (id: TriggerId): Promise<void> => {
      known.delete(id)
      await vault.delete(secretNameOf(id), signal).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
      })
    },
  }
}
