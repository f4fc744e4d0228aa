import { EFFORTS, type Effort } from '#shared/model/efforts.ts'

/** The request of an `/effort` command. */
export type EffortCommand =
  | { readonly do: 'panel' | 'status' | 'help' }
  | { readonly do: 'set'; readonly effort: Effort | null }
  | { readonly do: 'unknown'; readonly word: string }

/** Reads the words behind `/effort`. */
export function effortCommand(words: string): EffortCommand {
  const word = words.trim().toLowerCase()
  if (word === '') return { do: 'panel' }
  if (word === 'status' || word === 'current') return { do: 'status' }
  if (word === 'help' || word === '-h' || word === '--help') return { do: 'help' }
  if (word === 'auto' || word === 'unset') return { do: 'set', effort: null }
  const effort = EFFORTS.find((each) => each === word)
  return effort === undefined ? { do: 'unknown', word } : { do: 'set', effort }
}
