import { AppError } from '#shared/errors.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { Text } from '../../../messages/TextProvider.tsx'
import type { Chat } from '../chat-context.ts'
import type { ComposerTarget } from '../composer/composer-target.ts'
import type { CommandResult } from './run-chat-command.ts'

/** Commands that open a page, or say or set one thing. */
const VIEW_COMMANDS = [
  ...([
    'agents',
    'attempts',
    'commit',
    'config',
    'doctor',
    'help',
    'login',
    'mode',
    'plugin',
    'report',
    'skills',
    'triggers',
    'vault',
    'worktrees',
  ] as const),
]

/** A typed view command with its argument text. */
export type ViewCommand = { readonly name: (typeof VIEW_COMMANDS)[number]; readonly words: string }

/** The modes as they are typed. */
const MODES: Readonly<Record<string, PermissionMode>> = {
  ask: 'ask',
  'accept-edits': 'accept_edits',
  plan: 'plan',
  'full-access': 'bypass',
}

/** Returns the view command of a text; null for any other text. Only `/mode` takes words. */
export function viewCommand(text: string): ViewCommand | null {
  const [, word, words = ''] = /^\/([a-z]+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? []
  const name = VIEW_COMMANDS.find((each) => each === word)
  if (name === undefined || (name !== 'mode' && words.trim() !== '')) return null
  return { name, words: words.trim() }
}

/** Carries out a view command. An obstacle is thrown as a sentence. Null: a page shows the effect. */
export async function doViewCommand(
  { app }: Pick<Chat, 'app'>,
  target: Pick<ComposerTarget, 'setMode'>,
  { name, words }: ViewCommand,
  t: Text,
): Promise<CommandResult | null> {
  switch (name) {
    case 'agents':
    case 'attempts':
    case 'triggers':
    case 'vault':
    case 'worktrees':
      app.show(name)
      return null
    case 'commit':
      app.draftCommit(true)
      return null
    case 'config':
      app.showSettings('permissions')
      return null
    case 'doctor':
      app.showSettings('diagnostics')
      return null
    case 'login':
      app.showSettings('models')
      return null
    case 'skills':
      app.showSettings('skills')
      return null
    case 'plugin':
      app.showSettings('plugins')
      return null
    case 'report':
      app.writeReport(true)
      return null
    case 'help':
      return { kind: 'help' }
    case 'mode': {
      const mode = Object.hasOwn(MODES, words) ? MODES[words] : undefined
      if (mode === undefined) throw AppError.quoting('other', t('commands.mode.unknown'))
      target.setMode(mode)
      return { kind: 'answer', text: t('commands.mode.now', { mode: t(`shell.mode.${mode}`) }) }
    }
  }
}
