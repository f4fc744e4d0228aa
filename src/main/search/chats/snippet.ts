import { findFolded, type Span } from '#shared/search/fold-text.ts'

export type Snippet = { readonly text: string; readonly marks: readonly Span[] }

const BEFORE = 48
const LENGTH = 220
/** A long text is looked through for its first mark in steps of this. */
const STEP = 20_000
const MOST_MARKS = 12

/** The piece of a text around the first thing that was asked for, in one line. */
export function snippetOf(text: string, needles: readonly string[]): Snippet {
  const first = firstOf(text, needles)
  const from = wordFrom(text, startOf(text, Math.max(0, first - BEFORE)), first)
  const head = from === 0 ? '' : '…'
  const piece = text.slice(from, endOf(text, from + LENGTH))
  // One blank for one sign, so that nothing moves.
  const line = `${head}${piece.replace(/\s/g, ' ')}${from + piece.length < text.length ? '…' : ''}`
  return { text: line, marks: findFolded(line, needles, MOST_MARKS) }
}

/** Returns the first match of the exact query; otherwise that of its first word. */
function firstOf(text: string, needles: readonly string[]): number {
  for (const needle of needles) {
    for (let from = 0; from < text.length; from += STEP) {
      const [span] = findFolded(text.slice(from, from + STEP + needle.length), [needle], 1)
      if (span !== undefined) return from + span[0]
    }
  }
  return 0
}

/** A whole word to begin with, if one begins before the place. Writing without blanks is cut where it comes. */
function wordFrom(text: string, at: number, place: number): number {
  const blank = at === 0 ? -1 : text.slice(at, place).search(/\s\S/)
  return blank === -1 ? at : at + blank + 1
}

/** Never between the halves of a character. */
function startOf(text: string, at: number): number {
  return isSecondHalf(text, at) ? at - 1 : at
}

function endOf(text: string, at: number): number {
  return isSecondHalf(text, at) ? at - 1 : at
}

function isSecondHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return at > 0 && code >= 0xdc00 && code <= 0xdfff
}
