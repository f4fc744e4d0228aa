import { useCallback, useMemo } from 'react'
import { useStore } from 'zustand'
import type { MemoryFilter, MemoryHit } from '#shared/memory/memory.ts'
import { type Api, problemOf } from '../../api.ts'
import type { AppStore } from '../../store/app-store.ts'
import { useAsked } from '../../ui/hooks/asked.ts'
import { usePairs } from './pairs/use-pairs.ts'
import { useFound, type Ways } from './use-found.ts'

const EVERYTHING: MemoryFilter = {}

/** The items that fit what is typed and chosen, asked for again whenever something that is remembered changes. */
export function useMemoryList(api: Api, app: AppStore) {
  const changes = useStore(app.store, (state) => state.memoryChanges)
  // biome-ignore-start lint/correctness/useExhaustiveDependencies: a change in memory is the reason to ask again
  const ways = useMemo(
    (): Ways<MemoryFilter, MemoryHit> => ({
      find: (text, place) =>
        text === '' ? api.call('memory.list', place) : api.call('memory.search', { text, ...place }),
      meant: (text, filter) => api.call('memory.meant', { text, filter }),
      idOf: ({ item }) => item.id,
    }),
    [api, changes],
  )
  const askFacets = useCallback(() => api.call('memory.facets', {}), [api, changes])
  const askProposals = useCallback(() => api.call('memory.proposals', {}), [api, changes])
  // biome-ignore-end lint/correctness/useExhaustiveDependencies: as above
  const found = useFound(ways, EVERYTHING)
  const facets = useAsked(askFacets, (error) => problemOf(error).message)
  const proposals = useAsked(askProposals, (error) => problemOf(error).message)
  const pairs = usePairs(api, app, null)
  return { ...found, facets, proposals, pairs }
}

export type MemoryListState = ReturnType<typeof useMemoryList>
