import { useStore } from 'zustand'
import type { PageFilter, PageScope } from '#shared/knowledge/page.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { AppStore } from '../../../store/app-store.ts'
import { Facet, Facets } from '../Facet.tsx'
import { lastName } from './last-name.ts'
import type { PageListState } from './use-pages.ts'

type PageFiltersProps = {
  readonly app: AppStore
  readonly state: PageListState
  readonly onMemories: () => void
}

/** What the pages can be narrowed by, with how many there are of each. */
export function PageFilters({ app, state, onMemories }: PageFiltersProps) {
  const t = useText()
  const projects = useStore(app.store, (each) => each.projects)
  const { filter, setFilter } = state
  const facets = state.facets.data
  const { scope: _scope, archived: _archived, ...others } = filter
  const inScope = (scope: PageScope | null) => setFilter(scope === null ? others : { ...others, scope })
  const projectName = (id: string) => projects.find((each) => each.id === id)?.name ?? t('memory.scope.gone')
  const { tag, source } = filter
  const withSource = (next: NonNullable<PageFilter['source']>) => {
    const { source: _source, ...rest } = filter
    setFilter(source === next ? rest : { ...rest, source: next })
  }
  const withTag = (next: string) => {
    const { tag: _tag, ...rest } = filter
    setFilter(tag === next ? rest : { ...rest, tag: next })
  }
  return (
    <aside aria-label={t('pages.filters')} data-pane className="pane flex h-full flex-col bg-side">
      <div className="min-h-0 flex-1 overflow-auto p-2">
        <Facets label={t('memory.scope')} titled={false}>
          <Facet icon="memory" on={false} onPick={onMemories}>
            {t('pages.memories')}
          </Facet>
          <Facet
            icon="book"
            on={filter.scope === undefined && filter.archived !== true}
            count={facets?.all}
            onPick={() => inScope(null)}
          >
            {t('pages.all')}
          </Facet>
          <Facet
            icon="user"
            on={filter.scope?.level === 'user'}
            count={facets?.user}
            onPick={() => inScope({ level: 'user' })}
          >
            {t('memory.scope.userLong')}
          </Facet>
          {facets?.projects.map(({ id, count }) => (
            <Facet
              key={id}
              icon="folder"
              on={filter.scope?.level === 'project' && filter.scope.id === id}
              count={count}
              onPick={() => inScope({ level: 'project', id } as PageScope)}
            >
              {projectName(id)}
            </Facet>
          ))}
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
              onPick={() => withSource('typed')}
            >
              {t('pages.typed')}
            </Facet>
            {facets.folders.map(({ id, path, count }) => (
              <Facet
                key={id}
                icon="folder-open"
                on={source === id}
                count={count}
                onPick={() => withSource(id)}
              >
                {lastName(path)}
              </Facet>
            ))}
          </Facets>
        )}
        {facets === null || facets.tags.length === 0 ? null : (
          <Facets label={t('memory.tagged')}>
            {facets.tags.map(({ tag: each, count }) => (
              <Facet key={each} on={tag === each} count={count} onPick={() => withTag(each)}>
                {each}
              </Facet>
            ))}
          </Facets>
        )}
      </div>
      <p className="border-line border-t px-4 py-3 text-fg-3 text-xs">{t('pages.local')}</p>
    </aside>
  )
}
