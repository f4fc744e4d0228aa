import { type ReactNode, useRef } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Failure } from '../../../ui/Failure.tsx'
import { Placeholder } from '../../../ui/Placeholder.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { PageList } from './PageList.tsx'
import type { PageParts } from './page-parts.ts'

type PageItemsProps = PageParts & {
  /** Between memories and pages, where there is no room for the filters. */
  readonly places: ReactNode
  /** What goes on in the folders that are read. */
  readonly folders: ReactNode
  readonly more: ReactNode
}

/** The search over pages, and what it finds. */
export function PageItems({ places, folders, more, ...parts }: PageItemsProps) {
  const t = useText()
  const { state, onView } = parts
  const list = useRef<HTMLDivElement>(null)
  const { data, problem, ask } = state.list
  const facets = state.facets.data
  const all = facets === null ? null : state.filter.archived === true ? facets.archived : facets.all
  return (
    <section aria-label={t('pages.items')} data-pane className="pane flex h-full min-h-0 flex-col bg-canvas">
      {places}
      <div className="flex gap-2 px-4 pt-3 pb-2">
        <TextInput
          quiet
          icon="search"
          type="search"
          aria-label={t('pages.search')}
          placeholder={t('pages.search')}
          value={state.text}
          onText={state.setText}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            list.current?.focus()
          }}
          end={
            data === null || all === null ? undefined : (
              <span className="figures whitespace-nowrap text-fg-3 text-xs" role="status">
                {t('memory.found', { shown: data.total, all })}
              </span>
            )
          }
          className="min-w-0 flex-1"
        />
        <Button icon="plus" onClick={() => onView('add')}>
          {t('pages.add')}
        </Button>
        {more}
      </div>
      {folders}
      {problem === null ? null : (
        <div className="px-4">
          <Failure message={problem} onRetry={ask} />
        </div>
      )}
      {data === null ? (
        problem === null ? (
          <Placeholder rows={6} rowHeight={72} />
        ) : null
      ) : data.hits.length === 0 ? (
        <Nothing {...parts} />
      ) : (
        <PageList {...parts} hits={data.hits} search={data.text} listRef={list} />
      )}
    </section>
  )
}

function Nothing({ state, onView }: PageParts) {
  const t = useText()
  const facets = state.facets.data
  if (facets !== null && facets.all + facets.archived === 0) {
    return (
      <EmptyState
        icon="book"
        title={t('pages.empty')}
        action={
          <Button look="primary" icon="plus" onClick={() => onView('add')}>
            {t('pages.add')}
          </Button>
        }
      >
        {t('pages.emptyHint')}
      </EmptyState>
    )
  }
  const text = state.text.trim()
  return (
    <p className="px-6 py-4 text-fg-3 text-sm">
      {text === '' ? t('pages.noneHere') : t('memory.noneFound', { text })}
    </p>
  )
}
