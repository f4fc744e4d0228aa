import type { TokenizerExtension } from 'marked'

/** The key of a footnote among the link definitions of a text. No link can have it. */
export function footnoteKey(label: string): string {
  return `^${label.toLowerCase()}`
}

/** `[^1]: text`, up to a blank line or the next footnote. Without this, one word after the colon reads as a link. */
export const footnoteBlock: TokenizerExtension = {
  name: 'footnote',
  level: 'block',
  tokenizer(source) {
    const found =
      /^ {0,3}\[\^([^\]\s]{1,60})\]:[ \t]*([^\n]*(?:\n(?![ \t]*(?:\n|$)| {0,3}\[\^)[^\n]+)*)(?:\n|$)/.exec(
        source,
      )
    if (found === null) return undefined
    const [raw, label = '', text = ''] = found
    const links = this.lexer.tokens.links
    links[footnoteKey(label)] ??= { href: '', title: null }
    return { type: 'footnote', raw, label, text, tokens: this.lexer.inline(text) }
  },
}

/** `[^1]`, where the text has a footnote of this name. Anything else, such as `[^a-z]`, stays text. */
export const footnoteMark: TokenizerExtension = {
  name: 'footnoteMark',
  level: 'inline',
  start: (source) => source.indexOf('[^'),
  tokenizer(source) {
    const found = /^\[\^([^\]\s]{1,60})\]/.exec(source)
    if (found === null) return undefined
    const [raw, label = ''] = found
    if (!Object.hasOwn(this.lexer.tokens.links, footnoteKey(label))) return undefined
    return { type: 'footnoteMark', raw, label }
  },
}
