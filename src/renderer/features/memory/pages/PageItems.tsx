import type { ReactNode } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../ui/panes/EmptyState.tsx'
import { FoundPane } from '../FoundPane.tsx'
import { SelectionBar } from '../items/SelectionBar.tsx'
import { PageList } from './PageList.tsx'
import type { PageParts } from './page-parts.ts'

type PageItemsProps = PageParts & {
  /** Between memories and pages, where there is no room for the filters. */
  readonly places: ReactNode
  /** The progress of folders being read. */
  readonly folders: ReactNode
  readonly more: ReactNode
}

/** The search over pages, and what it finds. */
export function PageItems({ places, folders, more, ...parts }: PageItemsProps) {
  const t = useText()
  const { state, onView } = parts
  const facets = state.facets.data
  return (
    <FoundPane
      label={t('pages.items')}
      search={t('pages.search')}
      add={{ label: t('pages.add'), onAdd: () => onView('add') }}
      text={state.text}
      onText={state.setText}
      list={state.list}
      all={facets === null ? null : state.filter.archived === true ? facets.archived : facets.all}
      places={places}
      more={more}
      between={
        <>
          {folders}
          {parts.picked.size === 0 ? null : <Selection {...parts} />}
        </>
      }
      nothing={<Nothing {...parts} />}
    >
      {({ hits, text }, list) => <PageList {...parts} hits={hits} search={text} listRef={list} />}
    </FoundPane>
  )
}

function Selection({ app, state, picked, acts, onPick }: PageParts) {
  const t = useText()
  const ids = [...picked]
  const clear = () => onPick(new Set())
  const isArchive = state.filter.archived === true
  // Archived, restored or deleted entries leave the list and the selection.
  const leave = (act: 'archive' | 'unarchive' | 'remove') => {
    acts.bulk(ids, { act })
    clear()
  }
  return (
    <SelectionBar
      app={app}
      count={ids.length}
      onTag={(tag) => acts.bulk(ids, { act: 'tag', tag })}
      onMove={(to) => acts.bulk(ids, { act: 'move', to })}
      onRemove={() => leave('remove')}
      onClear={clear}
    >
      <Button size="small" look="ghost" onClick={() => acts.write(ids)}>
        {t('pages.export')}
      </Button>
      <Button size="small" look="ghost" onClick={() => leave(isArchive ? 'unarchive' : 'archive')}>
        {isArchive ? t('pages.takeOut') : t('pages.putAway')}
      </Button>
    </SelectionBar>
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
