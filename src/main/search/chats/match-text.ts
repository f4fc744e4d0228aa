import { type AskedWord, cutQuery } from '#shared/search/cut-text.ts'
import { foldText } from '#shared/search/fold-text.ts'
import { gramsOf, isCode } from '../../ranking/match-code.ts'

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
  /** True for a folded text in which every word stands, wherever that is. */
  readonly isIn: (folded: string) => boolean
}

const MOST_WORDS = 16

export function askedOf(query: string): Asked {
  const literal = foldText(query.trim())
  const asked = cutQuery(query.trimStart()).slice(0, MOST_WORDS)
  return {
    words: asked.length === 0 ? null : asked.map(matchOf).join(' AND '),
    grams: gramsOf(literal),
    literal,
    isCode: isCode(query.trim()),
    isIn: (folded) => asked.every((word) => standsIn(word, folded)),
    marks: [literal, ...asked.flatMap(({ terms, whole }) => whole ?? terms)],
  }
}

function standsIn({ terms, whole }: AskedWord, folded: string): boolean {
  return (whole !== null && folded.includes(whole)) || terms.every((term) => folded.includes(term))
}

/** Terms are letters and digits only, so nothing in them can be taken for a sign of the match. */
function matchOf({ terms, whole, begins }: AskedWord): string {
  const all = terms.map((term) => `"${term}"${begins ? '*' : ''}`).join(' AND ')
  return whole === null ? `(${all})` : `((${all}) OR "${whole}")`
}
