import { nameMatch } from '#shared/project/name-match.ts'
/** The name being typed after `@`: the position of the `@`, the end of the name and its text. */
export type MentionToken = { readonly from: number; readonly to: number; readonly typed: string }

/** An `@` at the start of a word. Inside an address or a package scope it is no mention. */
const MENTION = /(?:^|[\s([{"'“‘「（，。：；、])@("[^"\n]*|[^\s@"]*)$/

/** Returns the mention directly before the caret, or null. */
export function mentionToken(text: string, caret: number): MentionToken | null {
  const written = MENTION.exec(text.slice(0, caret))?.[1]
  if (written === undefined) return null
  return { from: caret - written.length - 1, to: caret, typed: written.replace(/^"/, '') }
}

/** Inserts the full name for the typed mention. Returns the text and the new caret position. */
export function mentioned(
  text: string,
  { from, to }: MentionToken,
  name: string,
): { readonly text: string; readonly caret: number } {
  const word = /\s/.test(name) ? `@"${name}"` : `@${name}`
  const rest = text.slice(to)
  const gap = /^\s/.test(rest) ? '' : ' '
  return { text: `${text.slice(0, from)}${word}${gap}${rest}`, caret: from + word.length + 1 }
}

/** Removes the typed mention, which became an attachment. */
export function withoutMention(
  text: string,
  { from, to }: MentionToken,
): { readonly text: string; readonly caret: number } {
  return { text: `${text.slice(0, from)}${text.slice(to).replace(/^ /, '')}`, caret: from }
}

/** Whether the name is complete, so that Enter sends. */
export function isTypedOut({ typed }: MentionToken, name: string): boolean {
  return typed === name || typed === `${name}"`
}

/** Returns the names that fit what is typed now, of those found for an earlier text: Enter takes the first of them. */
export function stillFitting(
  found: { readonly typed: string; readonly names: readonly string[] },
  typed: string,
): readonly string[] {
  if (found.typed === typed) return found.names
  return found.names.filter((name) => nameMatch(name, typed) !== null)
}
