import type { CommandNeed } from '#shared/commands/registry.ts'
import type { Text } from '../../../messages/TextProvider.tsx'

/** Explains why a command is not available. */
export function unavailableText(name: string, lack: CommandNeed, t: Text): string {
  if (lack === 'chat') return t('commands.noChat')
  if (lack === 'background') return t('commands.noBackground', { name })
  return name === 'memory' ? t('commands.noProject') : t('commands.noProject.general')
}
