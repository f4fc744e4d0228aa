import { createHash } from 'node:crypto'

/** A short name for a text, to see later whether it has changed. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
