import { z } from 'zod'
import { type SecretListing, SecretName, type VaultStatus } from '../../vault/secret.ts'
import { call, personCall } from '../call.ts'

const NOTHING = z.strictObject({})
const ofSecret = z.strictObject({ name: SecretName })

/**
 * The payload of `vault.set`: a secret to store, or the passphrase that opens or creates the encrypted file.
 */
export const SecretInput = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('secret'),
    name: SecretName,
    value: z.string().min(1).max(65_536),
  }),
  z.strictObject({ kind: z.literal('passphrase'), value: z.string().min(8).max(1_024) }),
])
export type SecretInput = z.infer<typeof SecretInput>

export const VAULT_CALLS = {
  'vault.status': call<VaultStatus>()(() => NOTHING),
  'vault.list': call<readonly SecretListing[]>()(() => NOTHING),
  /** The only call that carries a secret inward to be stored. */
  'vault.set': personCall<null>()(() => SecretInput),
  /** The only call that carries a secret outward, after main has asked the person. `null`: they said no. */
  'vault.reveal': call<string | null>()(() => ofSecret),
  /** Copies in main; the clipboard is cleared after 30 s unless something else is on it by then. */
  'vault.copy': call<null>()(() => ofSecret),
  'vault.rename': call<null>()(() => z.strictObject({ name: SecretName, to: SecretName })),
  /** Takes the use of a secret from who the settings give it to, or gives it back. */
  'vault.allow': call<null>()(() =>
    z.strictObject({ name: SecretName, by: z.string().min(1), allowed: z.boolean() }),
  ),
  'vault.delete': call<null>()(() => ofSecret),
  /** Gives up the calls that wait while the system asks the person; they end with `cancelled`. */
  'vault.cancel': call<null>()(() => NOTHING),
} as const
