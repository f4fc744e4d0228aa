/** Commands of the app itself that main carries out. They go before saved workflows of the same name. */
export const APP_COMMANDS = ['coordinator', 'fork', 'goal'] as const
export type AppCommandName = (typeof APP_COMMANDS)[number]

/** A command as it was typed, with the words behind its name. */
export type AppCommand = { readonly name: AppCommandName; readonly words: string }

/** The command of the app a message is, with the words behind its name; null for any other text. */
export function appCommand(text: string): AppCommand | null {
  const [, word, words = ''] = /^\/([a-z]+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? []
  const name = APP_COMMANDS.find((each) => each === word)
  return name === undefined ? null : { name, words: words.trim() }
}
