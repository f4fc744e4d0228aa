import { useState } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Menu } from '../../../ui/controls/Menu.tsx'
import { useApp, useChat } from '../chat-context.ts'
import { BinDialog } from './BinDialog.tsx'

/** Shows the menu with the archive and the bin. */
export function SidebarMenu() {
  const t = useText()
  const { app } = useChat()
  const showArchived = useApp((state) => state.showArchived)
  const [binOpen, setBinOpen] = useState(false)
  return (
    <>
      <Menu
        trigger={<IconButton icon="more" label={t('chats.more')} />}
        items={[
          {
            kind: 'action',
            id: 'archived',
            icon: 'folder',
            label: showArchived ? t('chats.hideArchived') : t('chats.showArchived'),
            onSelect: () => app.attempt(app.setShowArchived(!showArchived)),
          },
          {
            kind: 'action',
            id: 'bin',
            icon: 'trash',
            label: t('chats.bin'),
            onSelect: () => setBinOpen(true),
          },
        ]}
      />
      <BinDialog open={binOpen} onClose={() => setBinOpen(false)} />
    </>
  )
}
