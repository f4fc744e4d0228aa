import { type AskedWord, cutQuery } from '#shared/search/cut-text.ts'
import { foldText } from '#shared/search/fold-text.ts'

/** A question in the form the index takes, and what to mark in what it finds. */
export type Asked = {
  /** The match over terms; null when nothing in the question is a word. */
  readonly words: string | null
  /** The match over groups of three characters; null when the question is shorter. */
  readonly grams: string | null
  /** The question as it stands, folded: what must be in a text that is found by its groups. */
  readonly literal: string
  /** True for a piece of code or a path, which is looked for as it stands before its words are. */
  readonly isCode: boolean
  readonly marks: readonly string[]
}

/** More groups of three do not make a match narrower. */
const MOST_GRAMS = 24
const MOST_WORDS = 16

export function askedOf(query: string): Asked {
  const literal = foldText(query.trim())
  const asked = cutQuery(query.trimStart()).slice(0, MOST_WORDS)
  return {
    words: asked.length === 0 ? null : asked.map(matchOf).join(' AND '),
    grams: gramsOf(literal),
    literal,
    isCode: isCode(query.trim()),
    marks: [literal, ...asked.flatMap(({ terms, whole }) => whole ?? terms)],
  }
}

/** Terms are letters and digits only, so nothing in them can be taken for a sign of the match. */
function matchOf({ terms, whole, begins }: AskedWord): string {
  const all = terms.map((term) => `"${term}"${begins ? '*' : ''}`).join(' AND ')
  return whole === null ? `(${all})` : `((${all}) OR "${whole}")`
}

function gramsOf(literal: string): string | null {
  const characters = [...literal]
  const count = characters.length - 2
  if (count < 1) return null
  const step = Math.max(1, Math.ceil(count / MOST_GRAMS))
  const grams: string[] = []
  for (let at = 0; at < count; at += step) {
    const gram = characters.slice(at, at + 3).join('')
    // What SQLite would end a text at is in no text it holds.
    if (gram.includes('\0')) continue
    grams.push(`"${gram.replaceAll('"', '""')}"`)
  }
  return grams.length === 0 ? null : grams.join(' AND ')
}

/** One piece with signs, digits or humps inside a word: nobody writes prose like that. */
function isCode(text: string): boolean {
  if (/\s/.test(text)) return false
  return /[a-z0-9][A-Z]|[\p{L}\p{N}][^\p{L}\p{N}\s'’-][\p{L}\p{N}]|[_$#@/\\(){}[\]<>=]/u.test(text)
}
