import { useState } from 'react'
import { useStore } from 'zustand'
import type { MemoryId } from '#shared/ids.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppState } from '../../store/app-state.ts'
import { MemoryFilters } from './filters/MemoryFilters.tsx'
import type { MemoryPlace } from './filters/PlaceSwitch.tsx'
import { MemoryItems } from './items/MemoryItems.tsx'
import { KeptPanes } from './KeptPanes.tsx'
import { MemoryPanel } from './MemoryPanel.tsx'
import { ITEM_VIEW, type MemoryProps, type MemoryView } from './memory-props.ts'
import { NotesScreen } from './notes/NotesScreen.tsx'
import { PagesScreen } from './pages/PagesScreen.tsx'
import { useMemoryActs } from './use-memory-acts.ts'
import { useMemoryList } from './use-memory-list.ts'

/** Shows stored knowledge: memories, notes of chats and pages. */
export function MemoryScreen(props: MemoryProps) {
  const [place, setPlace] = useState<MemoryPlace>(() => placeOf(props.app.store.getState()))
  const memory = useStore(props.app.store, ({ openMemory }) => openMemory)
  const page = useStore(props.app.store, ({ openPage }) => openPage)
  const note = useStore(props.app.store, ({ openNote }) => openNote)
  const [left, setLeft] = useState({ memory, page, note })
  // A request for a memory, page or note shows it, whatever place was open.
  if (memory !== left.memory || page !== left.page || note !== left.note) {
    setLeft({ memory, page, note })
    if (memory !== null || page !== null || note !== null)
      setPlace(placeOf({ openPage: page, openNote: note }))
  }
  if (place === 'pages') return <PagesScreen {...props} onPlace={setPlace} />
  if (place === 'notes') return <NotesScreen {...props} onPlace={setPlace} />
  return <Memories {...props} onPlace={setPlace} />
}

function placeOf({ openPage, openNote }: Pick<AppState, 'openPage' | 'openNote'>): MemoryPlace {
  if (openNote !== null) return 'notes'
  return openPage === null ? 'items' : 'pages'
}

/** Memories: found, read with where they came from and went, and changed. */
function Memories({ onPlace, ...props }: MemoryProps & { readonly onPlace: (place: MemoryPlace) => void }) {
  const { app } = props
  const t = useText()
  const state = useMemoryList()
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
  return (
    <KeptPanes
      {...props}
      place="items"
      onPlace={onPlace}
      labels={{ filters: t('memory.filters'), items: t('memory.items'), detail: t('memory.detail') }}
      filters={(others) => (
        <MemoryFilters app={app} state={state} view={view} onView={setView} others={others} />
      )}
      foot={t('memory.local')}
      items={(places) => <MemoryItems {...parts} places={places} />}
      detail={<MemoryPanel {...parts} />}
    />
  )
}
