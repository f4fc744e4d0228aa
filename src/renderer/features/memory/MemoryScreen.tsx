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
import { useMemoryActs } from './use-memory-acts.ts'
import { useMemoryList } from './use-memory-list.ts'

/** What is kept beyond one chat: found, read with where it came from and went, and changed. */
export function MemoryScreen(props: MemoryProps) {
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
    content: <MemoryFilters app={app} state={state} />,
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
          content: <MemoryItems {...parts} />,
        },
        { id: 'detail', label: t('memory.detail'), min: 300, content: <MemoryPanel {...parts} /> },
      ]}
    />
  )
}
