import type { ReactNode } from 'react'
import type { PageFilter, PageScope } from '#shared/knowledge/page.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { AppStore } from '../../../store/app-store.ts'
import { Facet, Facets } from '../filters/Facet.tsx'
import { ScopeFacets } from '../filters/ScopeFacets.tsx'
import { TagFacets } from '../filters/TagFacets.tsx'
import { toggled } from '../toggled.ts'
import { lastName } from './last-name.ts'
import type { PageListState } from './use-pages.ts'

type PageFiltersProps = {
  readonly app: AppStore
  readonly state: PageListState
  /** The ways to what else is kept. */
  readonly others: ReactNode
}

/** Shows the filters with the number of pages for each. */
export function PageFilters({ app, state, others: places }: PageFiltersProps) {
  const t = useText()
  const { filter, setFilter } = state
  const facets = state.facets.data
  const { scope: _scope, archived: _archived, ...others } = filter
  const inScope = (scope: PageScope | null) => setFilter(scope === null ? others : { ...others, scope })
  const toggle = (part: PageFilter) => setFilter(toggled(filter, part))
  const { source } = filter
  return (
    <>
      <Facets label={t('memory.scope')} titled={false}>
        {places}
        <Facet
          icon="book"
          on={filter.scope === undefined && filter.archived !== true}
          count={facets?.all}
          onPick={() => inScope(null)}
        >
          {t('pages.all')}
        </Facet>
        <ScopeFacets app={app} counts={facets} scope={filter.scope} onScope={inScope} />
        <Facet
          icon="clip"
          on={filter.archived === true}
          count={facets?.archived}
          onPick={() => setFilter({ ...others, archived: true })}
        >
          {t('pages.archive')}
        </Facet>
      </Facets>
      {facets === null || facets.all === 0 ? null : (
        <Facets label={t('pages.source')}>
          <Facet
            icon="edit"
            on={source === 'typed'}
            count={facets.typed}
            onPick={() => toggle({ source: 'typed' })}
          >
            {t('pages.typed')}
          </Facet>
          {facets.folders.map(({ id, path, count }) => (
            <Facet
              key={id}
              icon="folder-open"
              on={source === id}
              count={count}
              onPick={() => toggle({ source: id })}
            >
              {lastName(path)}
            </Facet>
          ))}
        </Facets>
      )}
      {facets === null ? null : (
        <TagFacets tags={facets.tags} chosen={filter.tag} onTag={(tag) => toggle({ tag })} />
      )}
    </>
  )
}
