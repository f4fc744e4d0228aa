import { AppError } from '#shared/errors.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { Text } from '../../../messages/TextProvider.tsx'
import type { Chat } from '../chat-context.ts'
import type { CommandResult } from './run-chat-command.ts'

/**
 * Drafts a status line command from the words of the person, sets the command behind `!`, removes it with `off`, or
 * shows what is set.
 */
export async function setStatusLine(
  { api }: Pick<Chat, 'api'>,
  projectId: ProjectId | null,
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
  const command = words.startsWith('!') ? words.slice(1).trim() : ''
  if (words !== 'off' && command === '') {
    if (projectId === null) throw AppError.quoting('other', t('commands.noProject'))
    return { kind: 'status-line', wish: words, projectId }
  }
  await api.command('statusLine.set', { command: words === 'off' ? null : command })
  return { kind: 'answer', text: t(words === 'off' ? 'commands.statusline.off' : 'commands.statusline.set') }
}
