const LONGEST = 300
/** A long run of letters and digits is more likely a key than a word. */
const KEY_LIKE = /\bsk-[^\s"',;]+|\b(?=[A-Za-z0-9_-]*[A-Za-z])(?=[A-Za-z0-9_-]*\d)[A-Za-z0-9_-]{32,}\b/g

/**
 * Words of a server in a form that fits a sentence: one line, no markup, nothing that looks like a key, and
 * not long. A page of HTML is not words.
 */
export function readable(words: string): string {
  if (/^\s*<(!doctype|html|head|body)/i.test(words)) return ''
  const line = words
    .slice(0, LONGEST * 8)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(KEY_LIKE, '[hidden]')
    .trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).trimEnd()}…` : line
}
