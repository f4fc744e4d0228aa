import type { ProjectId } from '#shared/ids.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { TerminalPlace } from '../../store/terminals-store.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Menu } from '../../ui/controls/Menu.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'

type NewTerminalButtonsProps = {
  readonly projectId: ProjectId | null
  /** Starts a terminal with the open chat, or in another place. */
  readonly onStart: (at?: TerminalPlace) => void
}

/** The button of a new terminal, with a menu of other folders to start it in. */
export function NewTerminalButtons({ projectId, onStart }: NewTerminalButtonsProps) {
  const t = useText()
  return (
    <>
      <IconButton
        icon="plus"
        size="small"
        label={t('terminal.new')}
        aria-keyshortcuts="Control+Shift+`"
        disabled={projectId === null}
        onClick={() => onStart()}
      />
      {projectId === null ? null : <FolderMenu projectId={projectId} onStart={onStart} />}
    </>
  )
}

type FolderMenuProps = NewTerminalButtonsProps & { readonly projectId: ProjectId }

/** The folders in which a terminal can start. Without worktrees there is only one, and no menu. */
function FolderMenu({ projectId, onStart }: FolderMenuProps) {
  const t = useText()
  const { data: places } = useQuery('worktree.places', { projectId })
  if (places === null || places.length === 0) return null
  return (
    <Menu
      align="start"
      trigger={<IconButton icon="down" size="small" label={t('terminal.newIn')} />}
      items={[
        {
          kind: 'action',
          id: 'project',
          label: t('terminal.projectFolder'),
          icon: 'folder',
          onSelect: () => onStart({ projectId, worktreeId: null }),
        },
        { kind: 'rule', id: 'rule' },
        ...places.map(({ id, branch }) => ({
          kind: 'action' as const,
          id,
          label: <ForeignText text={branch} />,
          icon: 'worktree' as const,
          onSelect: () => onStart({ projectId, worktreeId: id }),
        })),
      ]}
    />
  )
}
