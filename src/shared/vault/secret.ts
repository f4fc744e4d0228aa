import { z } from 'zod'
import { Millis } from '../ids.ts'
import { Told } from '../sentence-data.ts'

/** Names are shown, stored and used in `vault:<name>`; they never form a path (requirement C-LV-04). */
export const SecretName = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)
  .refine((name) => !name.includes('..'), { message: 'A name may not contain two dots in a row.' })
export type SecretName = z.infer<typeof SecretName>

/**
 * The use of a secret: a request to a model or embeddings server, a test by the person, showing or copying
 * it.
 */
export const SecretPurpose = z.enum(['call', 'check', 'shown', 'copied'])
export type SecretPurpose = z.infer<typeof SecretPurpose>

/** One use of a secret, or of several in a row by the same within a minute. `by` is empty for the person. */
export const SecretUse = z.strictObject({
  by: z.string(),
  purpose: SecretPurpose,
  allowed: z.boolean(),
  at: Millis,
})
export type SecretUse = z.infer<typeof SecretUse>

/** Metadata of a secret for windows. The value is never part of it. */
export const SecretListing = z.strictObject({
  name: SecretName,
  /** The first four characters, dots, the last one and the length: enough to recognise, not to use. */
  mask: z.string(),
  usedBy: z.array(z.string()),
  /** Users named in settings that may not use the secret. */
  refused: z.array(z.string()),
  /** The newest uses, newest first. */
  uses: z.array(SecretUse),
  createdAt: Millis,
  updatedAt: Millis,
  lastUsedAt: Millis.nullable(),
  /** False when the name is known but the store does not hold a value for it. */
  present: z.boolean(),
})
export type SecretListing = z.infer<typeof SecretListing>

/** The current secret storage. `none` offers the encrypted file; `locked` waits for its passphrase. */
export const VaultStatus = z.strictObject({
  backend: z.enum(['keychain', 'file', 'locked', 'none']),
  /** The name of the system's keychain here, for example "GNOME Keyring". */
  keychainName: z.string(),
  problem: Told.nullable(),
  /** There while the system asks the person for a password or a permission, and calls wait for the answer. */
  asking: z.exactOptional(z.literal(true)),
})
export type VaultStatus = z.infer<typeof VaultStatus>
