import type { ReactNode } from 'react'
import type { MemoryAuthor, MemoryFilter, MemoryScope } from '#shared/memory/memory.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { AppStore } from '../../../store/app-store.ts'
import type { IconName } from '../../../ui/base/icon-shapes.tsx'
import { ITEM_VIEW, type MemoryView } from '../memory-props.ts'
import { toggled } from '../toggled.ts'
import type { MemoryListState } from '../use-memory-list.ts'
import { Facet, Facets } from './Facet.tsx'
import { ScopeFacets } from './ScopeFacets.tsx'
import { TagFacets } from './TagFacets.tsx'

type MemoryFiltersProps = {
  readonly app: AppStore
  readonly state: MemoryListState
  readonly view: MemoryView
  readonly onView: (view: MemoryView) => void
  /** The ways to what else is kept. */
  readonly others: ReactNode
}

const AUTHOR_ICONS: Readonly<Record<MemoryAuthor, IconName>> = {
  person: 'user',
  agent: 'agents',
  import: 'folder',
}

/** Shows the filters with the number of items for each. */
export function MemoryFilters({ app, state, view, onView, others: places }: MemoryFiltersProps) {
  const t = useText()
  const { filter, setFilter } = state
  const facets = state.facets.data
  const { scope: _scope, ...others } = filter
  const inScope = (scope: MemoryScope | null) => setFilter(scope === null ? others : { ...others, scope })
  const toggle = (part: MemoryFilter) => setFilter(toggled(filter, part))
  return (
    <>
      <Facets label={t('memory.scope')} titled={false}>
        <Facet icon="list" on={filter.scope === undefined} count={facets?.all} onPick={() => inScope(null)}>
          {t('memory.scope.all')}
        </Facet>
        <ScopeFacets app={app} counts={facets} scope={filter.scope} onScope={inScope} />
        {places}
      </Facets>
      {facets === null || facets.all === 0 ? null : (
        <>
          <Facets label={t('memory.author')}>
            {facets.authors.map(({ author, count }) => (
              <Facet
                key={author}
                icon={AUTHOR_ICONS[author]}
                on={filter.author === author}
                count={count}
                onPick={() => toggle({ author })}
              >
                {t(`memory.author.${author}`)}
              </Facet>
            ))}
          </Facets>
          <Facets label={t('memory.age')}>
            {([7, 30] as const).map((days) => (
              <Facet
                key={days}
                icon="clock"
                on={filter.withinDays === days}
                onPick={() => toggle({ withinDays: days })}
              >
                {t(`memory.age.${days}`)}
              </Facet>
            ))}
          </Facets>
          <Facets label={t('memory.look')}>
            <Facet
              icon="alert"
              on={view.kind === 'pairs'}
              count={state.pairs.data?.total}
              onPick={() => onView(view.kind === 'pairs' ? ITEM_VIEW : { kind: 'pairs' })}
            >
              {t('memory.contradicting')}
            </Facet>
            <Facet
              icon="clock"
              on={filter.unusedDays === 90}
              count={facets.unused}
              onPick={() => toggle({ unusedDays: 90 })}
            >
              {t('memory.unused')}
            </Facet>
          </Facets>
          <TagFacets tags={facets.tags} chosen={filter.tag} onTag={(tag) => toggle({ tag })} />
        </>
      )}
    </>
  )
}
