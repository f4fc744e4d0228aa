import type { SearchHit } from '#shared/search/search.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import type { Finder } from '../../ui/lists/use-finder.ts'
import { EmptyState } from '../../ui/panes/EmptyState.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'
import { HitList } from './HitList.tsx'
import type { Search } from './use-search.ts'

type SearchBodyProps = {
  readonly app: AppStore
  readonly finder: Finder
  readonly query: string
  readonly search: Search
  readonly hits: readonly SearchHit[]
  /** Null when nothing is filtered. */
  readonly onClear: (() => void) | null
  readonly onOpen: (hit: SearchHit) => void
}

/** Shows the state of the search: introduction, progress, failure, no results or the matches. */
export function SearchBody({ app, finder, query, search, hits, onClear, onOpen }: SearchBodyProps) {
  const t = useText()
  if (query.trim() === '') {
    return (
      <div className="grid min-h-0 flex-1">
        <EmptyState icon="search" title={t('search.hintTitle')}>
          {t('search.hint')}
        </EmptyState>
      </div>
    )
  }
  if (search.problem !== null) {
    return (
      <div className="min-h-0 flex-1 p-4">
        <Failure message={search.problem.message} onRetry={search.retry} />
      </div>
    )
  }
  if (search.found === null) {
    return (
      <div className="min-h-0 flex-1 overflow-hidden p-4">
        <Placeholder rows={6} rowHeight={48} />
      </div>
    )
  }
  if (hits.length === 0) {
    const words = { query: query.trim() }
    return (
      <div className="grid min-h-0 flex-1 place-content-center justify-items-center gap-3 p-6 text-center text-fg-2">
        <p className="break-words">
          {onClear === null ? t('search.none', words) : t('search.noneFiltered', words)}
        </p>
        {onClear === null ? null : <Button onClick={onClear}>{t('search.clear')}</Button>}
      </div>
    )
  }
  return <HitList app={app} hits={hits} finder={finder} onOpen={onOpen} onMore={search.loadMore} />
}
