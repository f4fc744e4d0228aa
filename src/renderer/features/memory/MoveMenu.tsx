import { useStore } from 'zustand'
import type { MemoryScope } from '#shared/memory/memory.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'

type MoveMenuProps = {
  readonly app: AppStore
  /** Where it is now, which is not offered. Null: in several places. */
  readonly from: MemoryScope | null
  readonly look?: 'ghost'
  readonly onMove: (to: MemoryScope) => void
}

/** Moves memories or pages to another project, or to all of them. */
export function MoveMenu({ app, from, look, onMove }: MoveMenuProps) {
  const t = useText()
  const projects = useStore(app.store, (state) => state.projects)
  const toAll: MenuItem = {
    ...{ kind: 'action', id: 'user', icon: 'user', label: t('memory.toUser') },
    onSelect: () => onMove({ level: 'user' }),
  }
  const toProjects = projects
    .filter(({ id }) => from?.level !== 'project' || from.id !== id)
    .map(
      ({ id, name }): MenuItem => ({
        ...{ kind: 'action', id, icon: 'folder', label: t('memory.toProject', { name }) },
        onSelect: () => onMove({ level: 'project', id }),
      }),
    )
  const items = [...(from?.level === 'user' ? [] : [toAll]), ...toProjects]
  if (items.length === 0) return null
  return (
    <Menu
      trigger={
        <Button size="small" {...(look === undefined ? { icon: 'arrow-up' } : { look })}>
          {t('memory.move')}
        </Button>
      }
      items={items}
    />
  )
}
