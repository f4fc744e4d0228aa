import type { PageFilter, PageHit } from '#shared/knowledge/page.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useFound, type Ways } from '../use-found.ts'

const EVERYTHING: PageFilter = {}

const WAYS: Ways<PageFilter, PageHit> = {
  useFind: (text, place) => {
    const listed = useQuery('knowledge.list', text === '' ? place : null)
    const searched = useQuery('knowledge.search', text === '' ? null : { text, ...place })
    return text === '' ? listed : searched
  },
  useMeant: (text, filter) => useQuery('knowledge.meant', text === null ? null : { text, filter }),
  idOf: ({ page }) => page.id,
}

/** The pages that fit what is typed and chosen, asked for again whenever a page changes. */
export function usePages() {
  const found = useFound(WAYS, EVERYTHING)
  const facets = useQuery('knowledge.facets', {})
  return { ...found, facets }
}

export type PageListState = ReturnType<typeof usePages>
