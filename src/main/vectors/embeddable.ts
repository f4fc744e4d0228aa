import { createHash } from 'node:crypto'

/** Embedded characters of a text. Its topic is near the beginning, and models have an input limit. */
const MOST_CHARACTERS = 2_000

/** A text as it is embedded, and the name by which its vector is kept: the same words are never embedded twice. */
export function embeddable(...parts: readonly string[]): { readonly hash: string; readonly text: string } {
  const text = parts
    .filter((part) => part.trim() !== '')
    .join('\n')
    .slice(0, MOST_CHARACTERS)
    // Half of a surrogate pair would be another text on its way.
    .replace(/[\ud800-\udbff]$/, '')
  return { hash: createHash('sha256').update(text).digest('hex'), text }
}
