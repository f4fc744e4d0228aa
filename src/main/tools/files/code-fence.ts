const OPENING = /^\s*(`{3,}|~{3,})[^\n`]*\n/

/** Returns what one code fence around a whole text holds; null when there is none. */
export function insideFence(text: string): string | null {
  const open = OPENING.exec(text)
  if (open?.[1] === undefined) return null
  const fence = open[1]
  const rest = text.slice(open[0].length).trimEnd()
  if (rest.slice(rest.lastIndexOf('\n') + 1).trim() !== fence) return null
  const inner = rest.slice(0, Math.max(0, rest.lastIndexOf('\n')))
  // With a closing fence in between, the text is made of several blocks.
  return inner.split('\n').some((line) => line.trim() === fence) ? null : inner
}
