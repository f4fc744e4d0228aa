import { useState } from 'react'
import { useStore } from 'zustand'
import type { MemoryId } from '#shared/ids.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Panes } from '../../ui/Panes.tsx'
import { useMatches } from '../../ui/use-matches.ts'
import { MemoryFilters } from './MemoryFilters.tsx'
import { MemoryItems } from './MemoryItems.tsx'
import { MemoryPanel } from './MemoryPanel.tsx'
import { ITEM_VIEW, type MemoryProps, type MemoryView } from './memory-props.ts'
import { NotesScreen } from './notes/NotesScreen.tsx'
import { OtherPlaces } from './OtherPlaces.tsx'
import { type MemoryPlace, PlaceSwitch } from './PlaceSwitch.tsx'
import { PagesScreen } from './pages/PagesScreen.tsx'
import { useMemoryActs } from './use-memory-acts.ts'
import { useMemoryList } from './use-memory-list.ts'

/** What is kept: memories, the notes of chats, and pages of knowledge. */
export function MemoryScreen(props: MemoryProps) {
  const [place, setPlace] = useState<MemoryPlace>(() =>
    props.app.store.getState().openPage === null ? 'items' : 'pages',
  )
  const memory = useStore(props.app.store, ({ openMemory }) => openMemory)
  const page = useStore(props.app.store, ({ openPage }) => openPage)
  const [left, setLeft] = useState({ memory, page })
  // Somebody who asks for a memory or a page wants to see it, wherever they were.
  if (memory !== left.memory || page !== left.page) {
    setLeft({ memory, page })
    if (memory !== null) setPlace('items')
    else if (page !== null) setPlace('pages')
  }
  if (place === 'pages') return <PagesScreen {...props} onPlace={setPlace} />
  if (place === 'notes') return <NotesScreen {...props} onPlace={setPlace} />
  return <Memories {...props} onPlace={setPlace} />
}

/** Memories: found, read with where they came from and went, and changed. */
function Memories({ onPlace, ...props }: MemoryProps & { readonly onPlace: (place: MemoryPlace) => void }) {
  const { api, app } = props
  const t = useText()
  const roomy = useMatches('(min-width: 900px)')
  const state = useMemoryList(api, app)
  const acts = useMemoryActs(props)
  const asked = useStore(app.store, ({ openMemory }) => openMemory)
  const [view, setView] = useState<MemoryView>(ITEM_VIEW)
  const [picked, setPicked] = useState<ReadonlySet<MemoryId>>(new Set())
  const hits = state.list.data?.hits ?? []
  const chosen = asked ?? hits[0]?.item.id ?? null
  const choose = (id: MemoryId | null) => {
    app.openMemory(id)
    setView(ITEM_VIEW)
  }
  const parts = {
    ...props,
    state,
    acts,
    chosen,
    view,
    picked,
    onChoose: choose,
    onView: setView,
    onPick: setPicked,
  }
  const filters = {
    id: 'filters',
    label: t('memory.filters'),
    size: { min: 160, usual: 216, max: 280 },
    content: (
      <MemoryFilters
        app={app}
        state={state}
        view={view}
        onView={setView}
        others={<OtherPlaces api={api} app={app} place="items" onPlace={onPlace} />}
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
          label: t('memory.items'),
          size: { min: 280, usual: roomy ? 400 : 300, max: 560 },
          content: (
            <MemoryItems {...parts} places={roomy ? null : <PlaceSwitch place="items" onPlace={onPlace} />} />
          ),
        },
        { id: 'detail', label: t('memory.detail'), min: 300, content: <MemoryPanel {...parts} /> },
      ]}
    />
  )
}
