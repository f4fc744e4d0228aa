/** A word or sign of a text. Tokens with the same key match, regardless of the white space between them. */
export type Token = { readonly start: number; readonly end: number; readonly key: string }

/** The first token of a line, and the white space before it. */
export type TokenLine = {
  readonly first: number
  /** The index behind the last token of the line. */
  readonly end: number
  readonly indent: string
}

/** A text cut into tokens. All positions refer to `text`, whose line breaks are LF. */
export type TokenText = {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly lines: readonly TokenLine[]
}

const TOKEN = /\.{3}|[\p{L}\p{N}\p{M}_$]+|\S/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII as a whole
const NOT_ASCII = /[^\x00-\x7f]/

/** Cuts a text, or a part of it, into tokens. */
export function tokensOf(text: string, from = 0, to = text.length): Token[] {
  const tokens: Token[] = []
  const part = from === 0 && to === text.length ? text : text.slice(from, to)
  for (const match of part.matchAll(TOKEN)) {
    const start = from + match.index
    tokens.push({ start, end: start + match[0].length, key: canonical(match[0]) })
  }
  return tokens
}

/** Cuts a text into tokens and groups them by line. */
export function tokenText(text: string): TokenText {
  const tokens = tokensOf(text)
  const lines: TokenLine[] = []
  let first = 0
  tokens.forEach((_, at) => {
    const next = tokens[at + 1]
    const gap = text.slice(tokens[at]?.end ?? 0, next?.start ?? text.length)
    if (next !== undefined && !gap.includes('\n')) return
    lines.push({ first, end: at + 1, indent: indentOf(gapBefore({ text, tokens }, first)) })
    first = at + 1
  })
  return { text, tokens, lines }
}

/** Returns the white space between a token and the one before it, or the start of the text. */
export function gapBefore({ text, tokens }: Pick<TokenText, 'text' | 'tokens'>, at: number): string {
  return text.slice(at === 0 ? 0 : tokens[at - 1]?.end, tokens[at]?.start ?? text.length)
}

/** Returns the white space behind the last token. */
export function tailOf({ text, tokens }: TokenText): string {
  return text.slice(tokens.at(-1)?.end ?? 0)
}

/** Returns the part of a gap that indents the token behind it. */
export function indentOf(gap: string): string {
  return gap.slice(gap.lastIndexOf('\n') + 1)
}

/** Counts the line breaks in a text. */
export function breaksIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** Returns the form in which two spellings of a word or sign are equal: composed accents, plain quotes and dashes. */
export function canonical(text: string): string {
  if (text === '...') return '…'
  if (!NOT_ASCII.test(text)) return text
  return text
    .normalize('NFC')
    .replace(/[\u2018-\u201b\u2032]/g, "'")
    .replace(/[\u201c-\u201f\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
}
