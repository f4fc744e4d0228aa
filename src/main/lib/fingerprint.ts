import { createHash } from 'node:crypto'

/** SHA-256 of a text, in hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A short name for a text, to see later whether it has changed. */
export function fingerprint(text: string): string {
  return sha256(text).slice(0, 16)
}
