import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'

const FORMAT = 'orrery-vault'
const VERSION = 1
const MAX_MEMORY = 256 * 1024 * 1024
/** No secret can have this name, so verifier and secrets cannot be confused. */
const VERIFIER_NAME = ' verifier'
const VERIFIER_TEXT = 'orrery'

const base64 = (bytes: number) => z.base64().refine((text) => Buffer.from(text, 'base64').length === bytes)

/** One value, sealed with AES-256-GCM under a nonce of its own and bound to its name. */
export const Sealed = z.strictObject({ nonce: base64(12), tag: base64(16), data: z.base64() })
export type Sealed = z.infer<typeof Sealed>

/** Key derivation parameters. The bounds keep a foreign file from exhausting the memory. */
export const KeyParameters = z
  .strictObject({
    name: z.literal('scrypt'),
    N: z
      .number()
      .int()
      .min(2 ** 14)
      .max(2 ** 20),
    r: z.number().int().min(1).max(32),
    p: z.number().int().min(1).max(16),
    salt: base64(16),
  })
  .refine(({ N, r, p }) => (N & (N - 1)) === 0 && 128 * r * (N + p + 2) <= MAX_MEMORY)
export type KeyParameters = z.infer<typeof KeyParameters>

/** The file. Entries are read one by one, so that a damaged one loses only itself. */
export const VaultFile = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  cipher: z.literal('aes-256-gcm'),
  kdf: KeyParameters,
  verifier: Sealed,
  entries: z.record(z.string(), z.unknown()),
})
export type VaultFile = z.infer<typeof VaultFile>

const Header = z.looseObject({ format: z.literal(FORMAT), version: z.number() })

/** Reads the text of a file, or says in a sentence why it cannot be used. It is never changed by this. */
export function parseVaultFile(text: string, file: string): VaultFile {
  const json = jsonOf(text)
  const header = Header.safeParse(json)
  if (header.success && header.data.version > VERSION) {
    throw AppError.saying(
      'vault.unavailable',
      say('vault.fileNewer', { file, version: String(header.data.version), newest: String(VERSION) }),
    )
  }
  const parsed = VaultFile.safeParse(json)
  if (parsed.success) return parsed.data
  throw AppError.saying('vault.unavailable', say('vault.fileDamaged', { file }))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** A file without entries, for a new passphrase. */
export function emptyVaultFile(kdf: KeyParameters, key: Buffer): VaultFile {
  const verifier = seal(key, VERIFIER_NAME, VERIFIER_TEXT)
  return { format: FORMAT, version: VERSION, cipher: 'aes-256-gcm', kdf, verifier, entries: {} }
}

export function newKeyParameters(cost: number): KeyParameters {
  return { name: 'scrypt', N: cost, r: 8, p: 1, salt: randomBytes(16).toString('base64') }
}

/** About a second of work on purpose, on another thread. */
export function keyFrom(passphrase: string, { N, r, p, salt }: KeyParameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The same passphrase typed on another system may be composed differently.
    const words = passphrase.normalize('NFC')
    scrypt(words, Buffer.from(salt, 'base64'), 32, { N, r, p, maxmem: MAX_MEMORY + 1024 }, (error, key) => {
      if (error === null) resolve(key)
      else reject(error)
    })
  })
}

export function isKeyOf(file: VaultFile, key: Buffer): boolean {
  return unseal(key, VERIFIER_NAME, file.verifier) === VERIFIER_TEXT
}

export function seal(key: Buffer, name: string, text: string): Sealed {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(name, 'utf8'))
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return {
    nonce: nonce.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  }
}

/** `null` when the key is wrong, the name is another, or a bit has changed: the cipher cannot tell which. */
export function unseal(key: Buffer, name: string, sealed: Sealed): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(sealed.nonce, 'base64'), {
    authTagLength: 16,
  })
  decipher.setAAD(Buffer.from(name, 'utf8'))
  decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'))
  const start = decipher.update(Buffer.from(sealed.data, 'base64'))
  try {
    return Buffer.concat([start, decipher.final()]).toString('utf8')
  } catch (error) {
    if (error instanceof Error) return null
    throw error
  }
}
