import { useText } from '../../../messages/TextProvider.tsx'
import { CHAT_FILTERS } from '../../../store/chat-filter.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Menu, type MenuItem } from '../../../ui/controls/Menu.tsx'
import { useApp, useChat } from '../chat-context.ts'

/** Narrows the list of chats to a state. */
export function FilterMenu() {
  const t = useText()
  const { app } = useChat()
  const filter = useApp((state) => state.chatFilter)
  const items = CHAT_FILTERS.map(
    (each): MenuItem => ({
      kind: 'action',
      id: each,
      label: t(`chats.filter.${each}`),
      ...(each === filter ? { icon: 'check' } : {}),
      onSelect: () => app.attempt(app.setChatFilter(each)),
    }),
  )
  return (
    <Menu
      trigger={<IconButton icon="filter" label={t('chats.filter')} pressed={filter !== 'all'} />}
      items={items}
    />
  )
}

/** Says that the list is narrowed, and shows all chats again. */
export function FilterLine() {
  const t = useText()
  const { app } = useChat()
  const filter = useApp((state) => state.chatFilter)
  if (filter === 'all') return null
  return (
    <div className="flex items-center gap-2 px-4 pb-2 text-fg-3 text-xs">
      <span role="status" className="min-w-0 grow truncate">
        {t('chats.filter.only', { state: t(`chats.filter.${filter}`) })}
      </span>
      <Button size="small" look="ghost" onClick={() => app.attempt(app.setChatFilter('all'))}>
        {t('chats.filter.clear')}
      </Button>
    </div>
  )
}
