import { useCallback, useDeferredValue, useState } from 'react'
import { useStore } from 'zustand'
import type { MemoryFilter } from '#shared/memory/memory.ts'
import { type Api, problemOf } from '../../api.ts'
import type { AppStore } from '../../store/app-store.ts'
import { useAsked } from '../../ui/asked.ts'

/** How many items are asked for at a time. */
const PAGE = 200
/** As many as one search or list can hold. */
const MOST = 500

/** The items that fit what is typed and chosen, asked for again whenever something that is remembered changes. */
export function useMemoryList(api: Api, app: AppStore) {
  const changes = useStore(app.store, (state) => state.memoryChanges)
  const [typed, setText] = useState('')
  const [filter, setFilterOnly] = useState<MemoryFilter>({})
  const [limit, setLimit] = useState(PAGE)
  const text = useDeferredValue(typed.trim())
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change in memory is the reason to ask again
  const ask = useCallback(async () => {
    const place = { filter, limit, offset: 0 }
    const page = await (text === ''
      ? api.call('memory.list', place)
      : api.call('memory.search', { text, ...place }))
    return { ...page, text }
  }, [api, filter, limit, text, changes])
  const list = useAsked(ask, (error) => problemOf(error).message)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const askFacets = useCallback(() => api.call('memory.facets', {}), [api, changes])
  const facets = useAsked(askFacets, (error) => problemOf(error).message)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const askProposals = useCallback(() => api.call('memory.proposals', {}), [api, changes])
  const proposals = useAsked(askProposals, (error) => problemOf(error).message)
  const setFilter = (next: MemoryFilter) => {
    setFilterOnly(next)
    setLimit(PAGE)
  }
  const more = useCallback(() => setLimit((now) => Math.min(MOST, now + PAGE)), [])
  return { text: typed, setText, filter, setFilter, list, facets, proposals, more }
}

export type MemoryListState = ReturnType<typeof useMemoryList>
