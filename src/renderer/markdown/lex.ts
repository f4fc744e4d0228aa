import { type Links, Marked, type Token, type Tokenizer, type TokenizerExtension } from 'marked'
import { createBoundedLexer } from './bounded-lexer.ts'
import { befriendEmphasis, CjkHooks, endAddresses } from './cjk.ts'
import { footnoteBlock, footnoteMark } from './footnotes.ts'

/** Turns Markdown into tokens. It makes no HTML: elements are built from the tokens. */
export type Lex = (
  source: string,
  links: Links,
) => { readonly tokens: readonly Token[]; readonly links: Links }

/** `$$` or `\[` alone on a line opens a block of mathematics that runs to its end mark, like a fence. */
const mathBlock: TokenizerExtension = {
  name: 'mathBlock',
  level: 'block',
  // Asked at each paragraph, which a blank line ends: looking further would read the whole text each time.
  start: (source) => /^ {0,3}(?:\$\$|\\\[)[ \t]*$/m.exec(paragraphOf(source))?.index,
  tokenizer(source) {
    const open = /^ {0,3}(\$\$|\\\[)[ \t]*(?:\n|$)/.exec(source)
    if (open === null) return undefined
    const close = open[1] === '$$' ? /(?:^|\n) {0,3}\$\$[ \t]*(?:\n|$)/ : /(?:^|\n) {0,3}\\\][ \t]*(?:\n|$)/
    const body = source.slice(open[0].length)
    const end = close.exec(body)
    const text = end === null ? body : body.slice(0, end.index)
    const raw = end === null ? source : source.slice(0, open[0].length + end.index + end[0].length)
    return { type: 'mathBlock', raw, text, closed: end !== null }
  },
}

function paragraphOf(source: string): string {
  const end = source.search(/\n[ \t]*\n/)
  return end < 0 ? source : source.slice(0, end + 1)
}

/**
 * `$x$`, `$$x$$` or `\(x\)`. A dollar next to a space or digit is money; one after a word, or followed by a
 * name or bracket, belongs to a shell or a pattern.
 */
const mathInline: TokenizerExtension = {
  name: 'mathInline',
  level: 'inline',
  start: (source) => /\$|\\\(|\\\[/.exec(source)?.index,
  tokenizer(source, tokens) {
    const before = tokens.at(-1)?.raw.at(-1) ?? ''
    if (source.startsWith('$') && /[A-Za-z0-9_)\]}$]/.test(before)) return undefined
    const found =
      /^\$\$(?!\s)((?:[^$\\]|\\.)+?)\$\$/.exec(source) ??
      /^\$(?![\s$])((?:[^$\\\n]|\\.)*?(?:[^$\\\s]|\\.))\$(?![A-Za-z0-9_$({])/.exec(source) ??
      /^\\\(((?:[^\\]|\\(?!\)).)+?)\\\)/.exec(source) ??
      /^\\\[((?:[^\\]|\\(?!\]).)+?)\\\]/.exec(source)
    if (found === null) return undefined
    const display = found[0].startsWith('$$') || found[0].startsWith('\\[')
    return { type: 'mathInline', raw: found[0], text: found[1] ?? '', display }
  },
}

/** A lexer with GitHub's dialect and mathematics. */
export function createLex(): Lex {
  const marked = new Marked({ gfm: true, extensions: [] })
  marked.use({ extensions: [mathBlock, mathInline, footnoteBlock, footnoteMark] })
  const options = { ...marked.defaults, hooks: new CjkHooks() }
  const prepare = (tokenizer: Tokenizer) => {
    befriendEmphasis(tokenizer)
    endAddresses(tokenizer)
  }
  return (source, links) => {
    const lexer = createBoundedLexer(options, prepare)
    Object.assign(lexer.tokens.links, links)
    const tokens = lexer.blockTokens(source, lexer.tokens)
    // The words of a block are read in bounded parts: what looks for its end takes time with the square of the length.
    for (const { src, tokens: words } of lexer.inlineQueue) {
      // A tag that is left open ends with its block: what follows may be read without it, as it comes.
      lexer.state.inRawBlock = false
      lexer.state.inLink = false
      for (const part of partsOf(src)) lexer.inlineTokens(part, words)
    }
    return { tokens: [...tokens], links: { ...lexer.tokens.links } }
  }
}

/** The most characters in which a mark finds its end. */
const PART = 4_000

/** A text cut behind words; one that has none is cut between characters. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length; ) {
    const most = from + PART
    const gap = text.lastIndexOf(' ', most)
    const to = most >= text.length ? text.length : gap > from ? gap + 1 : most + (isHalf(text, most) ? 1 : 0)
    parts.push(text.slice(from, to))
    from = to
  }
  return parts
}

/** Whether a cut would split a surrogate pair. */
function isHalf(text: string, at: number): boolean {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at))
}
