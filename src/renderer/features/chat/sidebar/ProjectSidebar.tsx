import { useState } from 'react'
import type { Project } from '#shared/project/project.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { useRoving } from '../../../ui/hooks/roving.ts'
import { PaneHead } from '../../../ui/panes/PaneHead.tsx'
import { useApp } from '../chat-context.ts'
import { ProjectItem } from './ProjectItem.tsx'
import type { ProjectWays } from './project-menu.ts'
import { SidebarMenu } from './SidebarMenu.tsx'

/** Projects expanded before the person has expanded or collapsed one. */
const OPEN_AT_FIRST = 2

/** The projects of the person and the newest chats in each. */
export function ProjectSidebar({ onAddProject, ...ways }: ProjectWays & { onAddProject: () => void }) {
  const t = useText()
  const projects = useApp((state) => state.projects)
  const openProject = useApp((state) => state.openProject)
  const openSession = useApp((state) => state.openSession)
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({})
  const roving = useRoving('[data-row]')
  const isOpen = (project: Project, index: number) =>
    chosen[project.id] ?? (!project.missing && (index < OPEN_AT_FIRST || project.id === openProject))
  return (
    <aside aria-label={t('chat.sidebar')} data-pane className="pane h-full bg-side">
      <PaneHead title={t('chat.projects')}>
        <SidebarMenu />
        <IconButton icon="plus" label={t('chat.addProject')} onClick={() => onAddProject()} />
      </PaneHead>
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
    </aside>
  )
}
