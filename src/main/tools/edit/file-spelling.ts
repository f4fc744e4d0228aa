import { canonical, type Token, type TokenText } from './text-tokens.ts'

/**
 * Returns a function that spells a new token as the file does. Quotes, dashes and accents that the model
 * wrote in another form throughout the old text keep the form of the file. A quote missing in the old text
 * becomes plain if every quote of the old text maps to a plain one in the file; dashes likewise.
 */
export function fileSpelling(old: TokenText, file: { text: string; tokens: readonly Token[] }) {
  const spelled = new Map<string, string | null>()
  let decomposed = 0
  let composed = 0
  const plain = { quote: 0, dash: 0 }
  const fancy = { quote: 0, dash: 0 }
  old.tokens.forEach((token, at) => {
    const theirs = file.tokens[at]
    if (theirs === undefined) return
    const ours = old.text.slice(token.start, token.end)
    const stored = file.text.slice(theirs.start, theirs.end)
    if (ours.normalize('NFD') !== ours.normalize('NFC')) {
      if (stored === stored.normalize('NFC')) composed += 1
      else decomposed += 1
    }
    if (ours.length !== 1 || stored.length !== 1 || !/[^\p{L}\p{N}]/u.test(ours)) return
    const kind = kindOf(ours)
    if (kind !== null && ours !== canonical(ours)) {
      if (stored === canonical(ours)) plain[kind] += 1
      else fancy[kind] += 1
    }
    const place = `${ours}${positionOf(old, token)}`
    const known = spelled.get(place)
    spelled.set(place, known === undefined || known === stored ? stored : null)
  })

  return (fresh: TokenText, token: Token): string => {
    const text = fresh.text.slice(token.start, token.end)
    if (text.length === 1) {
      const kind = kindOf(text)
      const isPlain = kind !== null && plain[kind] > 0 && fancy[kind] === 0
      return spelled.get(`${text}${positionOf(fresh, token)}`) ?? (isPlain ? canonical(text) : text)
    }
    if (decomposed > 0 && composed === 0) return text.normalize('NFD')
    return text
  }
}

function kindOf(sign: string): 'quote' | 'dash' | null {
  const plain = canonical(sign)
  if (plain === '"' || plain === "'") return 'quote'
  return plain === '-' ? 'dash' : null
}

/** Returns whether a sign opens, closes, or is between two letters or two spaces. */
function positionOf({ text }: TokenText, { start, end }: Token): string {
  const before = start === 0 || /[\s([{<]/.test(text.charAt(start - 1))
  const after = end === text.length || /\s/.test(text.charAt(end))
  if (before && after) return 'apart'
  if (before) return 'opens'
  return /\p{L}/u.test(text.charAt(start - 1)) && /\p{L}/u.test(text.charAt(end)) ? 'inside' : 'closes'
}
