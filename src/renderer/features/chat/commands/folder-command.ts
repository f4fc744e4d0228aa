import type { Text } from '../../../messages/TextProvider.tsx'
import type { Chat } from '../chat-context.ts'
import type { ComposerTarget } from '../composer/composer-target.ts'
import type { CommandResult } from './run-chat-command.ts'

/** Adds a folder to the chat: the typed one, or one of the folder dialog. Null: the person cancelled. */
export async function addFolder(
  { api }: Pick<Chat, 'api'>,
  target: Pick<ComposerTarget, 'addFolder'>,
  words: string,
  t: Text,
): Promise<CommandResult | null> {
  const chosen = words === '' ? await api.command('folder.pick', {}) : unquoted(words)
  if (chosen === null) return null
  return { kind: 'answer', text: t('commands.add-dir.done', { path: await target.addFolder(chosen) }) }
}

/** A path may be quoted, as in a shell. */
const unquoted = (words: string): string => /^(["'])(.+)\1$/.exec(words)?.[2] ?? words
