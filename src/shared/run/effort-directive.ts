import { EFFORTS, type Effort } from '../model/efforts.ts'

/** Commands in front of a message that set the effort of its turn. */
export const EFFORT_COMMANDS = ['think', 'ultrathink'] as const
type EffortCommand = (typeof EFFORT_COMMANDS)[number]

/** The effort of a command without a level. */
const USUAL: Readonly<Record<EffortCommand, Effort>> = { think: 'high', ultrathink: 'max' }

/** Returns the effort command that a text begins with; null for any other text. */
export function effortCommandOf(text: string): EffortCommand | null {
  const word = /^\s*\/([a-z]+)(?=\s|$)/.exec(text)?.[1]
  return EFFORT_COMMANDS.find((name) => name === word) ?? null
}

/**
 * Reads `/think`, `/think low` and `/ultrathink` in front of a message: the effort of its turn, and the message without
 * it. A command without a message sets nothing.
 */
export function effortOfMessage(text: string): { readonly effort: Effort | null; readonly words: string } {
  const name = effortCommandOf(text)
  if (name === null) return { effort: null, words: text }
  const rest = text
    .trimStart()
    .slice(name.length + 1)
    .trimStart()
  const [first = ''] = /^\S+/.exec(rest) ?? []
  const level = name === 'think' ? EFFORTS.find((effort) => effort === first.toLowerCase()) : undefined
  const words = level === undefined ? rest : rest.slice(first.length).trimStart()
  return words === '' ? { effort: null, words: text } : { effort: level ?? USUAL[name], words }
}
