/** Words without what a program had put around them, and how many such texts those were. */
export type Cleared = { readonly text: string; readonly asides: number }

/**
 * Removes blocks in these tags from both ends of a text. Blocks in the middle stay, because there the person
 * writes about them.
 */
export function withoutBlocks(text: string, tags: readonly string[]): Cleared {
  let [rest, asides] = [text, 0]
  for (;;) {
    const shorter = withoutOne(rest, tags)
    if (shorter === null) break
    rest = shorter
    asides += 1
  }
  return asides === 0 ? { text, asides } : { text: rest.trim(), asides }
}

/** Null when neither end is a block. */
function withoutOne(text: string, tags: readonly string[]): string | null {
  const trimmed = text.trim()
  for (const tag of tags) {
    const close = `</${tag}>`
    if (trimmed.startsWith(`<${tag}>`) || trimmed.startsWith(`<${tag} `)) {
      const end = trimmed.indexOf(close)
      if (end !== -1) return trimmed.slice(end + close.length)
    }
    if (trimmed.endsWith(close)) {
      const start = Math.max(trimmed.lastIndexOf(`<${tag}>`), trimmed.lastIndexOf(`<${tag} `))
      if (start !== -1) return trimmed.slice(0, start)
    }
  }
  return null
}
