import { type KeyboardEvent, useState } from 'react'
import type { Project } from '#shared/project/project.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { useRoving } from '../../../ui/hooks/roving.ts'
import { PaneHead } from '../../../ui/panes/PaneHead.tsx'
import { useApp } from '../chat-context.ts'
import { FilterLine, FilterMenu } from './FilterMenu.tsx'
import { ProjectItem } from './ProjectItem.tsx'
import type { ProjectWays } from './project-menu.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { SidebarMenu } from './SidebarMenu.tsx'
import { ListChoiceProvider } from './selection-context.ts'
import { useChatSelection } from './use-chat-selection.ts'

/** Projects expanded before the person has expanded or collapsed one. */
const OPEN_AT_FIRST = 2

/** The projects of the person and the newest chats in each. */
export function ProjectSidebar({ onAddProject, ...ways }: ProjectWays & { onAddProject: () => void }) {
  const t = useText()
  const projects = useApp((state) => state.projects)
  const openProject = useApp((state) => state.openProject)
  const openSession = useApp((state) => state.openSession)
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({})
  const selection = useChatSelection()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || selection.rows.length === 0) return
    // Escape would stop the run of the open chat as well.
    event.preventDefault()
    event.stopPropagation()
    selection.clear()
  }
  const roving = useRoving('[data-row]')
  const isOpen = (project: Project, index: number) =>
    chosen[project.id] ?? (!project.missing && (index < OPEN_AT_FIRST || project.id === openProject))
  return (
    <aside aria-label={t('chat.sidebar')} data-pane onKeyDown={onKeyDown} className="pane h-full bg-side">
      <PaneHead title={t('chat.projects')}>
        <FilterMenu />
        <SidebarMenu />
        <IconButton icon="plus" label={t('chat.addProject')} onClick={() => onAddProject()} />
      </PaneHead>
      <FilterLine />
      <ListChoiceProvider value={selection}>
        <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
          <ul aria-label={t('chat.projects')} onKeyDown={roving}>
            {projects.map((project, index) => (
              <ProjectItem
                key={project.id}
                project={project}
                ways={ways}
                open={isOpen(project, index)}
                tabStop={openSession === null ? project.id === (openProject ?? projects[0]?.id) : false}
                onToggle={() => setChosen({ ...chosen, [project.id]: !isOpen(project, index) })}
              />
            ))}
          </ul>
        </div>
      </ListChoiceProvider>
      <SelectionBar rows={selection.rows} onClear={selection.clear} />
    </aside>
  )
}
