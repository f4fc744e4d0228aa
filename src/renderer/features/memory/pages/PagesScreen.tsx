import { useState } from 'react'
import { useStore } from 'zustand'
import type { PageId } from '#shared/ids.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { Panes } from '../../../ui/Panes.tsx'
import { useMatches } from '../../../ui/use-matches.ts'
import type { MemoryProps } from '../memory-props.ts'
import { OtherPlaces } from '../OtherPlaces.tsx'
import { type MemoryPlace, PlaceSwitch } from '../PlaceSwitch.tsx'
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
  const roomy = useMatches('(min-width: 900px)')
  const state = usePages(api, app)
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
    ...{ ...props, state, acts, chosen, view, picked },
    ...{ onChoose, onView: setView, onPick: setPicked },
  }
  const filters = {
    id: 'filters',
    label: t('pages.filters'),
    size: { min: 160, usual: 216, max: 280 },
    content: (
      <PageFilters
        app={app}
        state={state}
        others={<OtherPlaces api={api} app={app} place="pages" onPlace={onPlace} />}
      />
    ),
  }
  return (
    <Panes
      name={roomy ? 'memory' : 'memory.narrow'}
      className="h-full"
      panes={[
        ...(roomy ? [filters] : []),
        {
          id: 'items',
          label: t('pages.items'),
          size: { min: 280, usual: roomy ? 400 : 300, max: 560 },
          content: (
            <PageItems
              {...parts}
              places={roomy ? null : <PlaceSwitch place="pages" onPlace={onPlace} />}
              folders={<FolderWork api={api} app={app} filter={state.filter} />}
              more={<More {...parts} />}
            />
          ),
        },
        { id: 'detail', label: t('pages.detail'), min: 300, content: <PagePanel {...parts} /> },
      ]}
    />
  )
}

function More({ api, app, state, onChooseFolder }: PageParts) {
  const t = useText()
  const projectId = useStore(app.store, ({ openProject }) => openProject)
  const open = projectId === null ? { level: 'user' as const } : { level: 'project' as const, id: projectId }
  const scope = state.filter.scope ?? open
  const read = async (path: string) => void (await api.call('knowledge.import', { path, scope }))
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
