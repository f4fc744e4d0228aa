import { useState } from 'react'
import { useStore } from 'zustand'
import type { PageId } from '#shared/ids.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Menu } from '../../../ui/controls/Menu.tsx'
import type { MemoryPlace } from '../filters/PlaceSwitch.tsx'
import { KeptPanes } from '../KeptPanes.tsx'
import type { MemoryProps } from '../memory-props.ts'
import { FolderWork } from './FolderWork.tsx'
import { PageFilters } from './PageFilters.tsx'
import { PageItems } from './PageItems.tsx'
import { PagePanel } from './PagePanel.tsx'
import type { PageParts, PageView } from './page-parts.ts'
import { usePageActs } from './use-page-acts.ts'
import { usePages } from './use-pages.ts'

/** Pages of knowledge: found, read with what they are linked with, and changed. */
export function PagesScreen({
  onPlace,
  ...props
}: MemoryProps & { readonly onPlace: (place: MemoryPlace) => void }) {
  const { api, app } = props
  const t = useText()
  const state = usePages()
  const acts = usePageActs(props)
  const asked = useStore(app.store, ({ openPage }) => openPage)
  const [view, setView] = useState<PageView>('page')
  const [picked, setPicked] = useState<ReadonlySet<PageId>>(new Set())
  const chosen = asked ?? state.list.data?.hits[0]?.page.id ?? null
  const onChoose = (id: PageId | null) => {
    app.openPage(id)
    setView('page')
  }
  const parts = {
    ...props,
    state,
    acts,
    chosen,
    view,
    picked,
    onChoose,
    onView: setView,
    onPick: setPicked,
  }
  return (
    <KeptPanes
      {...props}
      place="pages"
      onPlace={onPlace}
      labels={{ filters: t('pages.filters'), items: t('pages.items'), detail: t('pages.detail') }}
      filters={(others) => <PageFilters app={app} state={state} others={others} />}
      foot={t('pages.local')}
      items={(places) => (
        <PageItems
          {...parts}
          places={places}
          folders={<FolderWork api={api} app={app} filter={state.filter} />}
          more={<More {...parts} />}
        />
      )}
      detail={<PagePanel {...parts} />}
    />
  )
}

function More({ api, app, state, onChooseFolder }: PageParts) {
  const t = useText()
  const projectId = useStore(app.store, ({ openProject }) => openProject)
  const open = projectId === null ? { level: 'user' as const } : { level: 'project' as const, id: projectId }
  const scope = state.filter.scope ?? open
  const read = async (path: string) => void (await api.command('knowledge.import', { path, scope }))
  return (
    <Menu
      trigger={<IconButton icon="more" label={t('pages.more')} />}
      items={[
        {
          kind: 'action',
          id: 'import',
          icon: 'folder-open',
          label: t('pages.import'),
          onSelect: () => onChooseFolder(read),
        },
      ]}
    />
  )
}
