import { pullWords } from '#shared/changes/pull-words.ts'
import { AppError } from '#shared/errors.ts'
import type { ChangePlaceId, ProjectId } from '#shared/ids.ts'
import type { Text } from '../../../messages/TextProvider.tsx'
import type { Chat } from '../chat-context.ts'
import type { ComposerTarget } from '../composer/composer-target.ts'
import type { CommandResult } from './run-chat-command.ts'

type Scene = Pick<Chat, 'api'>
type Target = Pick<ComposerTarget, 'projectId' | 'sessionId'>

/** Opens the question before a repair, or stops the repair that is running. */
export async function autofixCommand(
  { api }: Scene,
  target: Target,
  words: string,
  t: Text,
): Promise<CommandResult> {
  const projectId = projectOf(target, t)
  const asked = pullWords(words)
  if (asked.kind === 'stop') {
    await api.command('pulls.stopAutofix', {})
    return { kind: 'answer', text: t('commands.autofix.stopped') }
  }
  if (asked.kind !== 'pull') throw AppError.quoting('other', t(`commands.autofix.${asked.kind}`))
  const { number, repository } = asked
  return { kind: 'pull', wish: { kind: 'autofix', projectId, number, repository } }
}

/** Opens the form that commits, pushes and creates a pull request, in the worktree of the chat where it has one. */
export async function commitPushPrCommand(
  { session }: Pick<Chat, 'session'>,
  target: Target,
  t: Text,
): Promise<CommandResult> {
  const projectId = projectOf(target, t)
  return { kind: 'pull', wish: { kind: 'commit-push-pr', projectId, placeId: placeOf(session, projectId) } }
}

/** Returns the folder of the open chat: its worktree, or else the project. */
export const placeOf = ({ store }: Chat['session'], projectId: ProjectId): ChangePlaceId =>
  store.getState().folds.session?.meta.worktree?.id ?? projectId

/** Follows a pull request, follows it no more, or lists those that are followed. */
export async function subscribeCommand(
  { api }: Scene,
  target: Target,
  words: string,
  t: Text,
): Promise<CommandResult> {
  const projectId = projectOf(target, t)
  const [, stopped, rest = ''] = /^(stop|off)?\s*(.*)$/s.exec(words.trim()) ?? []
  const asked = pullWords(rest)
  if (stopped === undefined && asked.kind === 'empty') return listed(api, projectId, t)
  if (asked.kind !== 'pull') throw AppError.quoting('other', t('commands.subscribe.wrong'))
  const { number, repository } = asked
  if (stopped === undefined) {
    await api.command('pulls.subscribe', { projectId, number, repository, sessionId: target.sessionId })
    return { kind: 'answer', text: t('commands.subscribe.done', { number }) }
  }
  const watches = await api.read('pulls.watches', { projectId })
  const watch = watches.find(
    (each) => each.number === number && each.kind === 'subscription' && each.end === null,
  )
  if (watch === undefined) throw AppError.quoting('other', t('commands.subscribe.none'))
  await api.command('pulls.stopWatch', { watchId: watch.id })
  return { kind: 'answer', text: t('commands.subscribe.stopped', { number }) }
}

/** Returns the project of a target. Throws a sentence without one. */
export function projectOf({ projectId }: Pick<Target, 'projectId'>, t: Text): ProjectId {
  if (projectId === null) throw AppError.quoting('other', t('commands.noProject.general'))
  return projectId
}

async function listed(api: Scene['api'], projectId: ProjectId, t: Text): Promise<CommandResult> {
  const watches = (await api.read('pulls.watches', { projectId })).filter(({ end }) => end === null)
  if (watches.length === 0) return { kind: 'answer', text: t('commands.subscribe.none') }
  const rows = watches.map(({ number, title, kind }) => ({
    name: `#${number}`,
    value: `${title} (${t(`pulls.watchKind.${kind}`)})`,
  }))
  return { kind: 'rows', rows }
}
