import type { ProjectId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { MenuItem } from '../../../ui/controls/Menu.tsx'
import { useChat } from '../chat-context.ts'

/** Ways from a project to other parts of the window. */
export type ProjectWays = {
  readonly onTerminal: (projectId: ProjectId) => void
  readonly onChooseFolder: (take: (path: string) => Promise<void>, hint?: string) => void
}

/** Returns what the menu of a project offers for its folder. A missing folder can only be located. */
export function useProjectMenu(
  { id: projectId, name, missing }: Project,
  { onTerminal, onChooseFolder }: ProjectWays,
): readonly MenuItem[] {
  const t = useText()
  const { api, app, toast } = useChat()
  const place = { projectId, path: null }
  const locate = async (path: string) => {
    await api.command('project.locate', { projectId, path })
    await app.loadProjects()
  }
  const item = (id: keyof typeof ICONS, label: string, onSelect: () => void): MenuItem => ({
    kind: 'action',
    id,
    label,
    icon: ICONS[id],
    onSelect,
  })
  if (missing)
    return [item('locate', t('chat.locate'), () => onChooseFolder(locate, t('chat.locateHint', { name })))]
  return [
    item('files', t('shell.files'), () => app.showFiles(projectId)),
    item('reveal', t('editor.reveal'), () => app.attempt(api.command('file.reveal', place))),
    item('editor', t('changes.openInEditor'), () =>
      app.attempt(api.command('file.openInEditor', { ...place, line: null })),
    ),
    item('terminal', t('editor.openTerminal'), () => onTerminal(projectId)),
    item('copy', t('editor.copyPath'), () =>
      app.attempt(
        api
          .command('file.copyPath', place)
          .then(() => toast?.({ mark: 'done', text: t('editor.pathCopied'), seconds: 4 })),
      ),
    ),
  ]
}

const ICONS = {
  files: 'file',
  reveal: 'folder',
  editor: 'external',
  terminal: 'terminal',
  copy: 'copy',
  locate: 'search',
} as const
