import { useStore } from 'zustand'
import type { MemoryScope } from '#shared/memory/memory.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { AppStore } from '../../../store/app-store.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Menu, type MenuItem } from '../../../ui/controls/Menu.tsx'

type MovesProps = {
  readonly app: AppStore
  /** The current location, which is not offered. Null for several. */
  readonly from: MemoryScope | null
  readonly onMove: (to: MemoryScope) => void
}

/** Moves what is kept for a project to all of them at once; to another project by a menu. */
export function Moves({ app, from, onMove }: MovesProps) {
  const t = useText()
  const items = useToProjects({ app, from, onMove })
  if (from?.level !== 'project') return <MoveMenu app={app} from={from} onMove={onMove} />
  return (
    <>
      <Button size="small" icon="arrow-up" onClick={() => onMove({ level: 'user' })}>
        {t('memory.toUser')}
      </Button>
      {items.length === 0 ? null : (
        <Menu trigger={<IconButton size="small" icon="folder" label={t('memory.toOther')} />} items={items} />
      )}
    </>
  )
}

/** Moves memories or pages to another project, or to all of them. */
export function MoveMenu({ look, ...props }: MovesProps & { readonly look?: 'ghost' }) {
  const t = useText()
  const { from, onMove } = props
  const toAll: MenuItem = {
    kind: 'action',
    id: 'user',
    icon: 'user',
    label: t('memory.toUser'),
    onSelect: () => onMove({ level: 'user' }),
  }
  const toProjects = useToProjects(props)
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

/** The projects something can be moved to from where it is. */
function useToProjects({ app, from, onMove }: MovesProps): readonly MenuItem[] {
  const t = useText()
  const projects = useStore(app.store, (state) => state.projects)
  return projects
    .filter(({ id }) => from?.level !== 'project' || from.id !== id)
    .map(({ id, name }) => ({
      kind: 'action',
      id,
      icon: 'folder',
      label: t('memory.toProject', { name }),
      onSelect: () => onMove({ level: 'project', id }),
    }))
}
