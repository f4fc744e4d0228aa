/** A place in a file. Lines and columns count from 1, columns in UTF-16 units. */
export type CodePlace = {
  /** Absolute, as the server gave it. */
  readonly path: string
  readonly line: number
  readonly column: number
}

/** A named part of a file. `depth` counts the symbols around it. */
export type CodeSymbol = CodePlace & {
  readonly name: string
  readonly kind: string
  readonly depth: number
  /** The name of the symbol around it; null where the server gives none. */
  readonly container: string | null
}

/** The text of a file, relative to the folder of the chat. */
export type CodeFile = { readonly path: string; readonly text: string }

/** The question about a place in a file. `line` and `column` count from 1. */
export type PlaceQuestion = {
  readonly kind: 'definition' | 'references' | 'hover'
  readonly file: CodeFile
  readonly line: number
  readonly column: number
}

/** A question for a language server. Symbols without a query are those of the file, with one those of the project. */
export type CodeQuestion =
  | PlaceQuestion
  | { readonly kind: 'symbols'; readonly file: CodeFile }
  | { readonly kind: 'search'; readonly query: string; readonly file: CodeFile | null }

/** The answer of a language server. `more` counts what was left out. `missing`: the server offers no such answers. */
export type CodeAnswer =
  | { readonly kind: 'places'; readonly places: readonly CodePlace[]; readonly more: number }
  | { readonly kind: 'symbols'; readonly symbols: readonly CodeSymbol[]; readonly more: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
