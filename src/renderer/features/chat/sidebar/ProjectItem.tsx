import { useState } from 'react'
import type { Project } from '#shared/project/project.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { Icon } from '../../../ui/base/Icon.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Menu, type MenuItem } from '../../../ui/controls/Menu.tsx'
import { useApp, useChat } from '../chat-context.ts'
import { RowEdit } from '../RowEdit.tsx'
import { type ProjectWays, useProjectMenu } from './project-menu.ts'
import { SessionRows } from './SessionRows.tsx'
import { useImport } from './use-import.ts'

type ProjectItemProps = {
  readonly project: Project
  readonly ways: ProjectWays
  readonly open: boolean
  /** True for the one row that Tab reaches; arrow keys reach the others. */
  readonly tabStop: boolean
  readonly onToggle: () => void
}

/** One project: its name, a way to start a chat in it, and its chats. */
export function ProjectItem({ project, ways, open, tabStop, onToggle }: ProjectItemProps) {
  const t = useText()
  const { api, app } = useChat()
  const total = useApp((state) => state.sessions[project.id]?.total ?? 0)
  const drafting = useApp((state) => state.openSession === null && state.openProject === project.id)
  const [renaming, setRenaming] = useState(false)
  const rename = (name: string) => {
    setRenaming(false)
    app.attempt(api.command('project.rename', { projectId: project.id, name }))
  }
  return (
    <li className="mb-2">
      <div
        className={classNames('group flex items-center rounded-sm hover:bg-hover', drafting && 'bg-select')}
      >
        {renaming ? (
          <RowEdit
            className="h-(--h-row)"
            text={project.name}
            label={t('chat.projectName')}
            onSave={rename}
            onCancel={() => setRenaming(false)}
          />
        ) : (
          <button
            type="button"
            data-row
            tabIndex={tabStop ? 0 : -1}
            aria-expanded={open}
            title={project.path}
            onClick={onToggle}
            className="row-cursor flex min-h-(--h-row) min-w-0 grow items-center gap-2 rounded-sm px-2 text-left font-medium"
          >
            <Icon name={open ? 'down' : 'right'} size="xs" className="text-fg-3" />
            <span className="min-w-0 truncate">{project.name}</span>
            {open || project.missing || total === 0 ? null : (
              <span className="figures font-normal text-fg-3 text-xs">{total}</span>
            )}
            {project.missing ? (
              <Chip look="warn" size="small">
                {t('chat.missingChip')}
              </Chip>
            ) : null}
          </button>
        )}
        <ProjectActs project={project} ways={ways} onRename={() => setRenaming(true)} />
      </div>
      {open ? <SessionRows projectId={project.id} /> : null}
    </li>
  )
}

type ProjectActsProps = Pick<ProjectItemProps, 'project' | 'ways'> & { readonly onRename: () => void }

function ProjectActs({ project, ways, onRename }: ProjectActsProps) {
  const t = useText()
  const { api, app } = useChat()
  const importChat = useImport(project.id)
  const placeItems = useProjectMenu(project, ways)
  const files: MenuItem[] =
    importChat === null || project.missing
      ? []
      : [{ kind: 'action', id: 'import', label: t('chats.import'), icon: 'file', onSelect: importChat }]
  return (
    <>
      <span className="opacity-0 focus-within:opacity-100 group-hover:opacity-100 has-[[data-state=open]]:opacity-100">
        <Menu
          trigger={
            <IconButton icon="more" size="small" label={t('chat.projectActions', { name: project.name })} />
          }
          items={[
            { kind: 'action', id: 'rename', label: t('chat.rename'), icon: 'edit', onSelect: onRename },
            ...files,
            { kind: 'rule', id: 'places' },
            ...placeItems,
            { kind: 'rule', id: 'rule' },
            {
              kind: 'action',
              id: 'remove',
              label: t('chat.removeProject'),
              icon: 'x',
              onSelect: () => app.attempt(api.command('project.remove', { projectId: project.id })),
            },
          ]}
        />
      </span>
      {project.missing ? null : (
        <IconButton
          icon="plus"
          size="small"
          label={t('chat.newChat')}
          title={t('chat.newChatIn', { name: project.name })}
          onClick={() => app.openProject(project.id)}
          className="mr-1"
        />
      )}
    </>
  )
}
