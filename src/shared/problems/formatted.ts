import type { Sentence } from '../sentences.ts'

/** The result of formatting a file. `by` is the command or the name of the language server. */
export type Formatting =
  /** The project does not format such files. */
  | { readonly state: 'off' }
  /** The text is formatted already. */
  | { readonly state: 'same' }
  | { readonly state: 'changed'; readonly by: string }
  | {
      readonly state: 'failed'
      readonly by: string
      readonly detail: string
      readonly said: readonly Sentence[]
    }

/** The same with the new text of a file. */
export type Formatted = Exclude<Formatting, { state: 'changed' }> | ChangedText
type ChangedText = Extract<Formatting, { state: 'changed' }> & { readonly text: string }
