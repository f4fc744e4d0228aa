import { Hooks, type Tokenizer } from 'marked'

/** Letters of Chinese, Japanese and Korean, and the signs that belong to them. */
const LETTERS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}'
/** Their punctuation. Quotation marks, dots and dashes are shared with other scripts. */
const SIGNS = '\\u00b7\\u2014\\u2018-\\u201d\\u2026\\u3000-\\u303f\\ufe30-\\ufe4f\\uff00-\\uffef'

const SIGN = new RegExp(`[${SIGNS}]`, 'gu')
/** A sign of any script between stars that end there and a letter. */
const SIGN_BEFORE_END = new RegExp(`(?![*_~\\s])[\\p{P}\\p{S}](?=[*_]+[${LETTERS}${SIGNS}])`, 'gu')
const LETTER = '中'

/**
 * Lets emphasis begin and end next to Chinese, Japanese and Korean text, which has no spaces around
 * punctuation. Implements "CJK-friendly emphasis": such a character counts like a space.
 */
export function befriendEmphasis(tokenizer: Tokenizer): void {
  const { inline, ...rules } = tokenizer.rules
  const replaced = (rule: RegExp, part: string, by: string) =>
    new RegExp(rule.source.replaceAll(part, by), rule.flags)
  tokenizer.rules = {
    ...rules,
    inline: {
      ...inline,
      emStrongLDelim: replaced(inline.emStrongLDelim, '[\\p{P}\\p{S}]', `(?![${SIGNS}])[\\p{P}\\p{S}]`),
      punctuation: replaced(inline.punctuation, '[\\s\\p{P}\\p{S}]', `[\\s\\p{P}\\p{S}${LETTERS}]`),
    },
  }
}

/** Masks signs in the text in which a star finds its end, so that they count as letters. No length changes. */
export class CjkHooks extends Hooks {
  override emStrongMask = (source: string): string => {
    const letters = (sign: string) => LETTER.repeat(sign.length)
    return source.replace(SIGN_BEFORE_END, letters).replace(SIGN, letters)
  }
}

/** The end of an address: a sign, or a letter that does not begin a path segment. */
const ADDRESS_END = new RegExp(`[${SIGNS}]|(?<![${LETTERS}/=#%_-])[${LETTERS}]`, 'u')

/** Ends a bare address before the Chinese, Japanese or Korean text that follows it without a space. */
export function endAddresses(tokenizer: Tokenizer): void {
  const url = tokenizer.url.bind(tokenizer)
  tokenizer.url = (source: string) => {
    if (!/^(?:https?:\/\/|ftp:\/\/|www\.)/i.test(source)) return url(source)
    const word = /^\S*/.exec(source)?.[0] ?? ''
    const end = word.search(ADDRESS_END)
    return url(end < 0 ? source : source.slice(0, end))
  }
}
