import { issueWords } from '#shared/changes/issue-words.ts'
import { pullWords } from '#shared/changes/pull-words.ts'
import { AppError } from '#shared/errors.ts'
import type { Text } from '../../../messages/TextProvider.tsx'
import type { Chat } from '../chat-context.ts'
import type { ComposerTarget } from '../composer/composer-target.ts'
import { placeOf, projectOf } from './pull-commands.ts'
import type { CommandResult } from './run-chat-command.ts'

type Target = Pick<ComposerTarget, 'projectId' | 'sessionId'>

/** Opens the form of an issue, which a model drafts from the chat. */
export async function issueCommand(target: Target, words: string, t: Text): Promise<CommandResult> {
  const projectId = projectOf(target, t)
  const typed = issueWords(words)
  return { kind: 'pull', wish: { kind: 'issue', projectId, sessionId: target.sessionId, typed } }
}

/** Opens what would be shared of a chat. */
export async function shareCommand({ sessionId }: Target, words: string, t: Text): Promise<CommandResult> {
  if (sessionId === null) throw AppError.quoting('other', t('commands.noChat'))
  const options = words.split(/\s+/).filter((word) => word !== '')
  // Secrets are always hidden, so the option for that changes nothing.
  const known = ['--public', '--summary-only', '--mask-secrets']
  const other = options.find((option) => !known.some((each) => each === option))
  if (other !== undefined) throw AppError.quoting('other', t('commands.share.wrong', { option: other }))
  const isPublic = options.some((option) => option === '--public')
  const isSummary = options.some((option) => option === '--summary-only')
  return { kind: 'pull', wish: { kind: 'share', sessionId, isPublic, isSummary } }
}

/** Opens the review of a pull request, or of the checked out branch. */
export async function reviewCommand(
  { session }: Pick<Chat, 'session'>,
  target: Target,
  words: string,
  t: Text,
): Promise<CommandResult> {
  const projectId = projectOf(target, t)
  const asked = pullWords(words)
  if (asked.kind !== 'pull' && asked.kind !== 'empty')
    throw AppError.quoting('other', t('commands.ultrareview.wrong'))
  const number = asked.kind === 'pull' ? asked.number : null
  const placeId = placeOf(session, projectId)
  return {
    kind: 'pull',
    wish: { kind: 'review', projectId, placeId, sessionId: target.sessionId, number },
  }
}
