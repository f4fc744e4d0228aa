import type { Text } from '../messages/TextProvider.tsx'
import type { AppState } from '../store/app-state.ts'
import type { SessionState } from '../store/session-state.ts'

type Shown = Pick<AppState, 'surface' | 'projects' | 'openProject'>

/** The screens that show the open project. */
const OF_PROJECT: ReadonlySet<Shown['surface']> = new Set([
  'workflows',
  'memory',
  'changes',
  'files',
  'triggers',
  'worktrees',
  'attempts',
])

/** Returns the current location: project and chat, or the screen's name. */
export function crumbsOf(t: Text, app: Shown, session: Pick<SessionState, 'folds'>): readonly string[] {
  if (OF_PROJECT.has(app.surface)) return [...projectIn(app), t(`shell.${app.surface}`)]
  if (app.surface !== 'chat') return [t(`shell.${app.surface}`)]
  if (app.projects.length === 0) return [t('shell.welcome')]
  const meta = session.folds.session?.meta
  const projectId = meta?.projectId ?? app.openProject
  const project = app.projects.find((each) => each.id === projectId)
  const title = meta?.title ?? t('shell.newChat')
  return project === undefined ? [title] : [project.name, title]
}

/** Workflows are those of the open project; memories begin with what is kept for it. */
function projectIn({ projects, openProject }: Shown): readonly string[] {
  return projects.filter((project) => project.id === openProject).map((project) => project.name)
}
