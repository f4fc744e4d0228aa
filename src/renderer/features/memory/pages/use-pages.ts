import { useCallback, useMemo } from 'react'
import { useStore } from 'zustand'
import type { PageFilter, PageHit } from '#shared/knowledge/page.ts'
import { type Api, problemOf } from '../../../api.ts'
import type { AppStore } from '../../../store/app-store.ts'
import { useAsked } from '../../../ui/hooks/asked.ts'
import { useFound, type Ways } from '../use-found.ts'

const EVERYTHING: PageFilter = {}

/** The pages that fit what is typed and chosen, asked for again whenever a page changes. */
export function usePages(api: Api, app: AppStore) {
  const changes = useStore(app.store, (state) => state.knowledgeChanges)
  // biome-ignore-start lint/correctness/useExhaustiveDependencies: a changed page is the reason to ask again
  const ways = useMemo(
    (): Ways<PageFilter, PageHit> => ({
      find: (text, place) =>
        text === '' ? api.call('knowledge.list', place) : api.call('knowledge.search', { text, ...place }),
      meant: (text, filter) => api.call('knowledge.meant', { text, filter }),
      idOf: ({ page }) => page.id,
    }),
    [api, changes],
  )
  const askFacets = useCallback(() => api.call('knowledge.facets', {}), [api, changes])
  // biome-ignore-end lint/correctness/useExhaustiveDependencies: as above
  const found = useFound(ways, EVERYTHING)
  const facets = useAsked(askFacets, (error) => problemOf(error).message)
  return { ...found, facets }
}

export type PageListState = ReturnType<typeof usePages>
