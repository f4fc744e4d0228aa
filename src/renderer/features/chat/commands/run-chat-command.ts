import { AppError } from '#shared/errors.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { ToolCallPair } from '#shared/ipc/calls/diagnostic-calls.ts'
import type { StoreAnswer } from '#shared/memory/store-command.ts'
import type { Recap } from '#shared/session/recaps/recap.ts'
import type { Text } from '../../../messages/TextProvider.tsx'
import type { PullWish } from '../../../pulls/PullWishDialog.tsx'
import type { Chat } from '../chat-context.ts'
import type { ComposerTarget } from '../composer/composer-target.ts'
import type { ChatCommand } from './command-matches.ts'

/** The answer of a command of the app. It is shown by the message box until it is closed, and is in no log. */
export type CommandResult =
  | { readonly kind: 'recap' | 'summary'; readonly recap: Recap; readonly sessionId: SessionId }
  | { readonly kind: 'store'; readonly answer: StoreAnswer }
  /** The slider of the effort. */
  | { readonly kind: 'effort' }
  /** The list of models, in a dialog. */
  | { readonly kind: 'models' }
  /** The list of the contexts of a chat, in a dialog. */
  | { readonly kind: 'contexts' }
  | { readonly kind: 'said'; readonly text: string }
  /** The answer of a command that is not about the model. */
  | { readonly kind: 'answer'; readonly text: string }
  /** Named values. */
  | { readonly kind: 'rows'; readonly rows: readonly { readonly name: string; readonly value: string }[] }
  /** Tool calls with their results. */
  | { readonly kind: 'calls'; readonly calls: readonly ToolCallPair[] }
  /** A question about a pull request, in a dialog. */
  | { readonly kind: 'pull'; readonly wish: PullWish }
  /** The draft of a status line command. */
  | { readonly kind: 'status-line'; readonly wish: string; readonly projectId: ProjectId }
  /** The list of all commands. */
  | { readonly kind: 'help' }

/** Does what was typed. What is wrong with it is thrown as a sentence. */
export async function runChatCommand(
  api: Chat['api'],
  { projectId, sessionId }: Pick<ComposerTarget, 'projectId' | 'sessionId'>,
  command: ChatCommand,
  t: Text,
): Promise<CommandResult> {
  if (command.kind !== 'memory') {
    if (sessionId === null) throw AppError.quoting('other', t('commands.noChat'))
    return { kind: command.kind, sessionId, recap: await api.command('session.recap', { sessionId }) }
  }
  if (projectId === null) throw AppError.quoting('other', t('commands.noProject'))
  // Read here, since its schemas are a part of the first page otherwise.
  const { readStoreCommand } = await import('#shared/memory/store-command.ts')
  const read = readStoreCommand(command.words)
  if (read.problem !== null) throw AppError.quoting('other', t(`commands.wrong.${read.problem}`))
  return {
    kind: 'store',
    answer: await api.command('memory.store', { projectId, command: read.command }),
  }
}
