import type { ProjectId } from '#shared/ids.ts'
import type { Text } from '../../../messages/TextProvider.tsx'
import type { Chat } from '../chat-context.ts'
import type { CommandResult } from './run-chat-command.ts'

/** Chooses the output style of new chats, removes it with `off`, or lists the styles. */
export async function chooseStyle(
  { api }: Pick<Chat, 'api'>,
  projectId: ProjectId | null,
  words: string,
  t: Text,
): Promise<CommandResult> {
  if (words !== '') {
    const name = words === 'off' ? null : words
    await api.command('styles.choose', { projectId, name })
    const text = name === null ? t('commands.style.off') : t('commands.style.set', { name })
    return { kind: 'answer', text }
  }
  const { styles, chosen } = await api.read('styles.list', { projectId })
  if (styles.length === 0) return { kind: 'answer', text: t('commands.style.none') }
  const lines = styles.map(({ name, description }) => `${name === chosen ? '● ' : ''}${name}: ${description}`)
  return { kind: 'answer', text: [t('commands.style.list'), ...lines].join('\n') }
}
