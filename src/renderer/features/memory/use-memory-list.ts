import type { MemoryFilter, MemoryHit } from '#shared/memory/memory.ts'
import { useQuery } from '../../data/use-query.ts'
import { usePairs } from './pairs/use-pairs.ts'
import { useFound, type Ways } from './use-found.ts'

const EVERYTHING: MemoryFilter = {}

const WAYS: Ways<MemoryFilter, MemoryHit> = {
  useFind: (text, place) => {
    const listed = useQuery('memory.list', text === '' ? place : null)
    const searched = useQuery('memory.search', text === '' ? null : { text, ...place })
    return text === '' ? listed : searched
  },
  useMeant: (text, filter) => useQuery('memory.meant', text === null ? null : { text, filter }),
  idOf: ({ item }) => item.id,
}

/** The items that fit what is typed and chosen, asked for again whenever something that is remembered changes. */
export function useMemoryList() {
  const found = useFound(WAYS, EVERYTHING)
  const facets = useQuery('memory.facets', {})
  const proposals = useQuery('memory.proposals', {})
  const pairs = usePairs(null)
  return { ...found, facets, proposals, pairs }
}

export type MemoryListState = ReturnType<typeof useMemoryList>
