import { useCallback, useDeferredValue, useState } from 'react'
import { useStore } from 'zustand'
import type { PageFilter } from '#shared/knowledge/page.ts'
import { type Api, problemOf } from '../../../api.ts'
import type { AppStore } from '../../../store/app-store.ts'
import { useAsked } from '../../../ui/asked.ts'

/** How many pages are asked for at a time, and as many as one list can hold. */
const PIECE = 200
const MOST = 500

/** The pages that fit what is typed and chosen, asked for again whenever a page changes. */
export function usePages(api: Api, app: AppStore) {
  const changes = useStore(app.store, (state) => state.knowledgeChanges)
  const [typed, setText] = useState('')
  const [filter, setFilterOnly] = useState<PageFilter>({})
  const [limit, setLimit] = useState(PIECE)
  const text = useDeferredValue(typed.trim())
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed page is the reason to ask again
  const ask = useCallback(async () => {
    const place = { filter, limit, offset: 0 }
    const hits = await (text === ''
      ? api.call('knowledge.list', place)
      : api.call('knowledge.search', { text, ...place }))
    return { ...hits, text }
  }, [api, filter, limit, text, changes])
  const list = useAsked(ask, (error) => problemOf(error).message)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const askFacets = useCallback(() => api.call('knowledge.facets', {}), [api, changes])
  const facets = useAsked(askFacets, (error) => problemOf(error).message)
  const setFilter = (next: PageFilter) => {
    setFilterOnly(next)
    setLimit(PIECE)
  }
  const more = useCallback(() => setLimit((now) => Math.min(MOST, now + PIECE)), [])
  return { text: typed, setText, filter, setFilter, list, facets, more }
}

export type PageListState = ReturnType<typeof usePages>
