import { useEffect, useState } from 'react'
import type { SearchHit } from '#shared/search/search.ts'
import type { Data } from '../../data/data.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { ChatAgentsStore } from '../../store/agents/chat-agents-store.ts'
import type { AppStore } from '../../store/app-store.ts'
import type { WorkflowRunsStore } from '../../store/workflows/workflow-runs-store.ts'
import { Kbd } from '../../ui/controls/Kbd.tsx'
import { FinderField } from '../../ui/lists/FinderField.tsx'
import { useFinder } from '../../ui/lists/use-finder.ts'
import { Dialog } from '../../ui/panes/Dialog.tsx'
import { FilterRow } from './FilterRow.tsx'
import { openHit } from './open-hit.ts'
import { SearchBody } from './SearchBody.tsx'
import { type Filters, NO_FILTERS, type Search, useSearch } from './use-search.ts'

type SearchDialogProps = {
  readonly api: Data
  readonly app: AppStore
  readonly agents: Pick<ChatAgentsStore, 'view'>
  readonly workflowRuns: Pick<WorkflowRunsStore, 'summon'>
  readonly open: boolean
  readonly onClose: () => void
}

/** Looks for words in all chats, and opens one at the place. */
export function SearchDialog({ open, onClose, ...stores }: SearchDialogProps) {
  const t = useText()
  // The last query is restored and selected, so that typing replaces it.
  const [query, setQuery] = useState('')
  return (
    <Dialog
      bare
      open={open}
      onClose={onClose}
      title={t('search.title')}
      className="-translate-x-1/2 top-18 left-1/2 h-[min(640px,calc(100vh-112px))] w-190"
    >
      <SearchParts {...stores} query={query} onQuery={setQuery} onClose={onClose} />
    </Dialog>
  )
}

type SearchPartsProps = Omit<SearchDialogProps, 'open'> & {
  readonly query: string
  readonly onQuery: (query: string) => void
}

function SearchParts({ api, app, agents, workflowRuns, query, onQuery, onClose }: SearchPartsProps) {
  const t = useText()
  const [filters, setFilters] = useState<Filters>(NO_FILTERS)
  const [entered, setEntered] = useState(false)
  const search = useSearch(api, query, filters)
  const hits = search.problem === null ? (search.found?.hits ?? []) : []
  const open = (hit: SearchHit | undefined) => {
    if (hit === undefined) return
    onClose()
    openHit({ api, app, agents, workflowRuns }, hit, query)
  }
  const finder = useFinder({
    count: hits.length,
    onChoose: (at) => {
      if (search.isStale) setEntered(true)
      else open(hits[at])
    },
    onLast: search.loadMore,
  })
  // Enter before the answer opens its best match, not one of the previous results.
  useEffect(() => {
    if (!entered || search.isStale) return
    setEntered(false)
    open(hits[0])
  })
  const filter = (next: Filters) => {
    setFilters(next)
    finder.reset()
  }
  return (
    <>
      <FinderField
        query={query}
        finder={finder}
        label={t('search.title')}
        placeholder={t('search.placeholder')}
        onQuery={(text) => {
          onQuery(text)
          setEntered(false)
        }}
      />
      <FilterRow api={api} app={app} filters={filters} onChange={filter} />
      <SearchBody
        app={app}
        finder={finder}
        query={query}
        search={search}
        hits={hits}
        onClear={filters === NO_FILTERS ? null : () => filter(NO_FILTERS)}
        onOpen={open}
      />
      <Foot search={search} count={hits.length} />
    </>
  )
}

function Foot({ search, count }: { search: Search; count: number }) {
  const t = useText()
  const behind = search.found?.behind ?? 0
  return (
    <div className="flex h-9 shrink-0 items-center gap-4 border-line border-t px-4 text-fg-3 text-xs">
      <span className="inline-flex items-center gap-1">
        <Kbd keys={['↑', '↓']} />
        {t('shell.palette.choose')}
      </span>
      <span className="inline-flex items-center gap-1">
        <Kbd keys={['Enter']} />
        {t('shell.palette.open')}
      </span>
      <span role="status" className="figures ml-auto flex gap-3">
        {behind > 0 ? <span>{t('search.behind', { count: behind })}</span> : null}
        {count > 0 ? (
          <span>
            {t('search.count', { count })}
            {search.canMore ? '+' : ''}
          </span>
        ) : null}
      </span>
    </div>
  )
}
