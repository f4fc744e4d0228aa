import type { Text } from '../../../messages/TextProvider.tsx'
import type { Chat } from '../chat-context.ts'
import type { CommandResult } from './run-chat-command.ts'

/** Sets the status line command, removes it with `off`, or shows what is set. */
export async function setStatusLine(
  { api }: Pick<Chat, 'api'>,
  words: string,
  t: Text,
): Promise<CommandResult> {
  if (words === '') {
    const settings = await api.read('statusLine.settings', {})
    return {
      kind: 'answer',
      text: t(settings === null ? 'commands.statusline.none' : 'commands.statusline.is'),
    }
  }
  await api.command('statusLine.set', { command: words === 'off' ? null : words })
  return { kind: 'answer', text: t(words === 'off' ? 'commands.statusline.off' : 'commands.statusline.set') }
}
