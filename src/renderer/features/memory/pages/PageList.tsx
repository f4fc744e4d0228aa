import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import type { PageHit } from '#shared/knowledge/page.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useAgo } from '../../../ui/time.ts'
import { Marked } from '../Marked.tsx'
import type { PageParts } from './page-parts.ts'

type PageListProps = PageParts & {
  readonly hits: readonly PageHit[]
  readonly search: string
  readonly listRef: RefObject<HTMLDivElement | null>
}

const USUAL_HEIGHT = 80

/** One entry a page. Arrows choose, Delete deletes; only what is in sight is drawn. */
export function PageList({ hits, search, chosen, onChoose, acts, state, listRef }: PageListProps) {
  const t = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const at = hits.findIndex(({ page }) => page.id === chosen)
  const virtual = useVirtualizer({
    count: hits.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (index) => hits[index]?.page.id ?? index,
    overscan: 6,
  })
  const rows = virtual.getVirtualItems()
  const last = rows.at(-1)?.index ?? 0
  // A page that is read on while the list shows others is no option of it.
  const drawn = rows.some(({ index }) => index === at)
  const { more } = state
  useEffect(() => {
    if (last >= hits.length - 10) more()
  }, [last, hits.length, more])
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: hits.length - 1 }[event.key]
    if (to !== undefined) {
      const index = Math.max(0, Math.min(hits.length - 1, to))
      const next = hits[index]?.page
      if (next !== undefined) onChoose(next.id)
      virtual.scrollToIndex(index)
    } else if (event.key === 'Delete' && chosen !== null) acts.remove([chosen])
    else return
    event.preventDefault()
  }
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-auto px-2 pb-2">
      <div
        ref={listRef}
        role="listbox"
        aria-label={t('pages.list')}
        aria-activedescendant={drawn ? `page-${chosen}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="relative rounded-md outline-none focus-visible:outline-(length:--focus-width) focus-visible:outline-focus"
        style={{ height: virtual.getTotalSize() }}
      >
        {rows.map(({ index, key, start }) => {
          const hit = hits[index]
          return hit === undefined ? null : (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <Entry
                hit={hit}
                search={search}
                on={hit.page.id === chosen}
                onChoose={() => onChoose(hit.page.id)}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

type EntryProps = {
  readonly hit: PageHit
  readonly search: string
  readonly on: boolean
  readonly onChoose: () => void
}

function Entry({ hit: { page, found }, search, on, onChoose }: EntryProps) {
  const t = useText()
  const ago = useAgo()
  const { source } = page
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys for all of its options
    <div
      id={`page-${page.id}`}
      role="option"
      tabIndex={-1}
      aria-selected={on}
      onClick={onChoose}
      className="grid gap-1 rounded-sm px-3 py-2 text-sm hover:bg-hover aria-selected:bg-select-live aria-selected:shadow-[inset_2px_0_0_var(--color-focus)]"
    >
      <div className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 truncate font-medium">
          <Marked text={page.title} search={search} />
        </span>
        <Chip size="small">
          {page.scope.level === 'user' ? t('memory.scope.user') : t('memory.scope.project')}
        </Chip>
        <span className="grow" />
        <span className="figures text-fg-3 text-xs">{ago(page.updatedAt)}</span>
      </div>
      {found !== null && found.heading !== '' ? (
        <p className="truncate text-fg-3 text-xs">{found.heading}</p>
      ) : null}
      <p className="line-clamp-2 break-words text-fg-2">
        <Marked text={found?.text ?? page.excerpt} search={search} />
      </p>
      <div className="flex min-w-0 items-center gap-1.5 text-fg-3 text-xs">
        <Icon name={source === null ? 'user' : 'file'} size="xs" />
        <span className="min-w-0 truncate">{source === null ? t('memory.byPerson') : source.file}</span>
        {source === null || source.standing === 'follows' || source.standing === 'apart' ? null : (
          <>
            <span className="grow" />
            <span className="whitespace-nowrap text-warn-fg">{t(`pages.standing.${source.standing}`)}</span>
          </>
        )}
      </div>
    </div>
  )
}
