import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { SearchHit } from '#shared/search/search.ts'
import type { Data } from '../../data/data.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { ChatAgentsStore } from '../../store/agents/chat-agents-store.ts'
import type { AppStore } from '../../store/app-store.ts'
import type { WorkflowRunsStore } from '../../store/workflows/workflow-runs-store.ts'
import { Kbd } from '../../ui/controls/Kbd.tsx'
import { FinderField } from '../../ui/lists/FinderField.tsx'
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
      <Finder {...stores} query={query} onQuery={setQuery} onClose={onClose} />
    </Dialog>
  )
}

type FinderProps = Omit<SearchDialogProps, 'open'> & {
  readonly query: string
  readonly onQuery: (query: string) => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

function Finder({ api, app, agents, workflowRuns, query, onQuery, onClose }: FinderProps) {
  const t = useText()
  const list = useId()
  const [filters, setFilters] = useState<Filters>(NO_FILTERS)
  const [chosen, setChosen] = useState(0)
  const [entered, setEntered] = useState(false)
  const search = useSearch(api, query, filters)
  const hits = search.problem === null ? (search.found?.hits ?? []) : []
  const at = Math.min(chosen, hits.length - 1)
  const open = (hit: SearchHit | undefined) => {
    if (hit === undefined) return
    onClose()
    openHit({ api, app, agents, workflowRuns }, hit, query)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = STEPS[event.key]
    if (step !== undefined && hits.length > 0) {
      setChosen(Math.max(0, Math.min(hits.length - 1, at + step)))
      if (at + step >= hits.length - 1) search.loadMore()
    } else if (event.key === 'Enter') {
      if (search.isStale) setEntered(true)
      else open(hits[at])
    } else return
    event.preventDefault()
  }
  // Enter before the answer opens its best match, not one of the previous results.
  useEffect(() => {
    if (!entered || search.isStale) return
    setEntered(false)
    open(hits[0])
  })
  const filter = (next: Filters) => {
    setFilters(next)
    setChosen(0)
  }
  return (
    <>
      <FinderField
        query={query}
        list={list}
        at={at}
        onKeyDown={onKeyDown}
        label={t('search.title')}
        placeholder={t('search.placeholder')}
        open={hits.length > 0}
        onQuery={(text) => {
          onQuery(text)
          setChosen(0)
          setEntered(false)
        }}
      />
      <FilterRow api={api} app={app} filters={filters} onChange={filter} />
      <SearchBody
        app={app}
        list={list}
        query={query}
        search={search}
        hits={hits}
        at={at}
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
