import { FILE_FORMATS } from '#shared/session/exports/file-formats.ts'
import type { SessionListing } from '#shared/session/session.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Menu, type MenuItem } from '../../../ui/controls/Menu.tsx'
import { useOpenBeside } from '../side/use-open-beside.ts'
import { useSessionActs } from './use-session-acts.ts'

type SessionMenuProps = {
  readonly row: SessionListing
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onRename: () => void
  /** Called when the menu has closed, to restore the focus. */
  readonly onClosed: () => void
}

/** Everything that can be done with a chat. */
export function SessionMenu({ row, open, onOpenChange, onRename, onClosed }: SessionMenuProps) {
  const t = useText()
  const acts = useSessionActs(row)
  const openBeside = useOpenBeside()
  const [pinned, archived] = [row.pinned === true, row.archived === true]
  const name = row.title === '' ? t('chat.untitled') : row.title
  const act = (
    id: string,
    label: string,
    onSelect: () => void,
    more: Partial<ActionItem> = {},
  ): MenuItem => ({
    kind: 'action',
    id,
    label,
    onSelect,
    ...more,
  })
  const items: MenuItem[] = [
    act('rename', t('chat.rename'), onRename, { icon: 'edit', keys: ['F2'] }),
    act('pin', pinned ? t('chats.unpin') : t('chats.pin'), () => acts.setPinned(!pinned), {
      icon: 'arrow-up',
    }),
    act('beside', t('side.open'), () => openBeside(row.id, row.projectId), {
      icon: 'split',
      keys: ['Alt', 'Enter'],
    }),
    act('copy', t('chats.copy'), acts.copy, { icon: 'fork' }),
    act('attempts', t('chats.attempts'), acts.attempts, { icon: 'worktree' }),
    { kind: 'rule', id: 'files' },
    ...FILE_FORMATS.map((format) =>
      act(format, t(`chats.export.${format}`), () => acts.exportAs(format), { icon: 'file' }),
    ),
    { kind: 'rule', id: 'away' },
    act('archive', archived ? t('chats.unarchive') : t('chats.archive'), () => acts.setArchived(!archived), {
      icon: 'folder',
    }),
    act('delete', t('chats.delete'), acts.remove, { icon: 'trash', danger: true }),
  ]
  return (
    <Menu
      trigger={<IconButton icon="more" size="small" tabIndex={-1} label={t('chats.actions', { name })} />}
      items={items}
      open={open}
      onOpenChange={onOpenChange}
      onClosed={onClosed}
    />
  )
}

type ActionItem = Extract<MenuItem, { kind: 'action' }>
