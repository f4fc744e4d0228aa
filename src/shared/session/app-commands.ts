/** Commands of the app itself that main carries out. They go before saved workflows of the same name. */
export const APP_COMMANDS = [
  'compact',
  'coordinator',
  'fork',
  'goal',
  'init-verifiers',
  'ultracode',
  'ultraplan',
  'worktree',
] as const
export type AppCommandName = (typeof APP_COMMANDS)[number]

/** A command as it was typed, with the words behind its name. */
export type AppCommand = { readonly name: AppCommandName; readonly words: string }

/** The command of the app a message is, with the words behind its name; null for any other text. */
export function appCommand(text: string): AppCommand | null {
  const [, word, words = ''] = /^\/([a-z-]+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? []
  const name = APP_COMMANDS.find((each) => each === word)
  return name === undefined ? null : { name, words: words.trim() }
}

/** The name of the command that a text would be, whether there is one or not; null for plain words and paths. */
export function commandWord(text: string): string | null {
  return /^\/([\p{L}\p{N}][\p{L}\p{N}:_-]*)(?=\s|$)/u.exec(text.trim())?.[1] ?? null
}

/** Returns what main gets for a typed text. A leading space sends a command as text. */
export function typedText(typed: string): string {
  const text = typed.trim()
  return /^\s/.test(typed) && commandWord(text) !== null ? `/${text}` : text
}

/** Returns the plain text of a message. A doubled slash escapes a command. */
export function messageText(text: string): string {
  const inner = text.trimStart().slice(1)
  return text.trimStart().startsWith('//') && commandWord(inner) !== null ? inner : text
}
