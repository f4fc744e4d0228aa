import type { CountText } from './count-tokens.ts'
import type { CutStrategy } from './policy.ts'

/**
 * Shortens content to a number of tokens. `head` keeps the beginning, `tail` the end, `middle` both ends, and
 * `drop` nothing. Null when nothing is left.
 */
export function capContent(
  content: string,
  maxTokens: number,
  strategy: CutStrategy,
  countText: CountText,
): string | null {
  const tokens = countText(content)
  if (tokens <= maxTokens) return content
  if (strategy === 'drop') return null

  let keep = Math.floor((content.length * maxTokens) / tokens)
  // The share by length is close; a few steps correct for text that is denser where it is kept.
  while (keep > 0) {
    const shortened = shorten(content, keep, strategy)
    if (countText(shortened) <= maxTokens) return shortened
    keep = Math.floor(keep * 0.9) - 1
  }
  return null
}

function shorten(content: string, keep: number, strategy: Exclude<CutStrategy, 'drop'>): string {
  const head = strategy === 'head' ? keep : strategy === 'tail' ? 0 : Math.ceil(keep / 2)
  const start = wholeCharacters(content, head)
  const end = wholeCharacters(content, content.length - (keep - head))
  const note = `[${end - start} characters left out]`
  return [content.slice(0, start), note, content.slice(end)].filter((piece) => piece !== '').join('\n')
}

/** Moves a cut that would fall inside a surrogate pair in front of it. */
function wholeCharacters(content: string, at: number): number {
  const code = content.charCodeAt(at)
  return at > 0 && at < content.length && code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}
