import type { Passage } from './find-passages.ts'
import type { TokenText } from './text-tokens.ts'

/** A part of a text and what replaces it. */
export type Splice = { readonly from: number; readonly to: number; readonly put: string }

/** A passage of the file with what the model wrote of it and for it. */
export type CarriedChange = {
  readonly file: string
  readonly passage: Passage
  readonly old: TokenText
  readonly fresh: TokenText
}
