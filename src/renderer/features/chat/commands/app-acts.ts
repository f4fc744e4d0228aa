import { AppError } from '#shared/errors.ts'
import { nearNames } from '#shared/near-names.ts'
import type { Text } from '../../../messages/TextProvider.tsx'
import type { Chat } from '../chat-context.ts'
import type { ComposerTarget } from '../composer/composer-target.ts'
import type { CommandResult } from './run-chat-command.ts'

type Scene = Pick<Chat, 'api' | 'app'>
type Target = Pick<ComposerTarget, 'projectId'>

/** Switches full screen of the window on or off; without a word it changes the state. */
export async function switchFullScreen({ api }: Scene, words: string, t: Text): Promise<CommandResult> {
  const wanted = { on: true, off: false, status: null }
  const is = await api.command('window.fullScreen', { on: null })
  const asked =
    words === '' ? !is : Object.hasOwn(wanted, words) ? wanted[words as keyof typeof wanted] : undefined
  if (asked === undefined) throw AppError.quoting('other', t('commands.tui.wrong'))
  const on = asked === null ? is : await api.command('window.fullScreen', { on: asked })
  return { kind: 'answer', text: t(on ? 'commands.tui.on' : 'commands.tui.off') }
}

/** Cuts the connection to an MCP server and connects again, so that its recovery can be watched. */
export async function kickBridge(
  { api }: Scene,
  { projectId }: Target,
  words: string,
  t: Text,
): Promise<CommandResult> {
  const { servers } = await api.read('mcp.list', { projectId })
  const server = servers.find(({ name }) => name === words)
  if (server === undefined) {
    const names = servers.map(({ name }) => name)
    const near = nearNames(words, names)
    const listed = (near.length > 0 ? near : names).join(', ')
    throw AppError.quoting(
      'other',
      listed === '' ? t('commands.kick.none') : t('commands.kick.wrong', { names: listed }),
    )
  }
  await api.command('mcp.restart', { projectId: server.projectId, key: server.key })
  return { kind: 'answer', text: t('commands.kick.done', { name: server.name }) }
}

/** Shows or repeats the first steps: status, theme, trust of the project, or the welcome screen. */
export async function doOnboarding(
  { api, app }: Scene,
  { projectId }: Target,
  words: string,
  t: Text,
): Promise<CommandResult | null> {
  const { projects, models, settings } = app.store.getState()
  const project = projects.find(({ id }) => id === projectId)
  switch (words) {
    case '':
    case 'status':
      return {
        kind: 'rows',
        rows: [
          { name: t('commands.onboarding.projects'), value: String(projects.length) },
          { name: t('commands.onboarding.models'), value: models.map(({ label }) => label).join(', ') },
          { name: t('commands.onboarding.theme'), value: t(`settings.theme.${settings.theme}`) },
          {
            name: t('commands.onboarding.trust'),
            value: t(
              project?.trusted === true ? 'commands.onboarding.trusted' : 'commands.onboarding.untrusted',
            ),
          },
        ],
      }
    case 'theme':
      app.showSettings('appearance')
      return null
    case 'trust':
      if (project === undefined) throw AppError.quoting('other', t('commands.noProject.general'))
      await api.command('project.trust', { projectId: project.id, trusted: false })
      await app.loadProjects()
      return { kind: 'answer', text: t('commands.onboarding.cleared', { project: project.name }) }
    case 'reset':
      app.showWelcome()
      return null
    default:
      throw AppError.quoting('other', t('commands.onboarding.wrong'))
  }
}
