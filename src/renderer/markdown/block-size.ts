import type { Token, Tokens } from 'marked'

/** The most elements one block may be drawn with. A larger one is shown as plain text. */
export const MOST_ELEMENTS = 6_000

/** The most characters one block may be drawn with. Of a larger one the beginning is shown, and more on request. */
export const MOST_CHARACTERS = 60_000

/** The most formulas that are set in one block. With more, all of its formulas stay source. */
export const MOST_FORMULAS = 300

/** The rendering cost of a block. */
export type BlockSize = { readonly elements: number; readonly formulas: number; readonly characters: number }

/** Counts the elements and formulas of a block. Nesting is bounded by the lexer. */
export function sizeOf(token: Token): BlockSize {
  let elements = 0
  let formulas = 0
  const count = (some: readonly Token[] | undefined): void => {
    for (const each of some ?? []) {
      elements += 1
      if (elements > MOST_ELEMENTS) return
      if (isFormula(each)) formulas += 1
      count(insideOf(each))
    }
  }
  count([token])
  return { elements, formulas, characters: token.raw.length }
}

/** Whether a block costs too much to be drawn as what it means. */
export function isTooLarge({ elements, characters }: BlockSize): boolean {
  return elements > MOST_ELEMENTS || characters > MOST_CHARACTERS
}

function isFormula({ type }: Token): boolean {
  return type === 'mathInline' || type === 'mathBlock'
}

function insideOf(token: Token): readonly Token[] {
  if (token.type === 'list') return (token as Tokens.List).items
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table
    return [header, ...rows].flat().flatMap((cell) => [CELL, ...cell.tokens])
  }
  return 'tokens' in token ? (token.tokens ?? []) : []
}

/** A cell is an element whether it holds words or not. */
const CELL: Token = { type: 'space', raw: '' }
