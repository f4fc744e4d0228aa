import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import type { MemoryHit, MemoryItem } from '#shared/memory/memory.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useAgo } from '../../ui/time.ts'
import { Marked } from './Marked.tsx'
import type { MemoryParts } from './memory-parts.ts'
import { sourceIcon, useSourceText } from './source-text.ts'

type ItemListProps = MemoryParts & {
  readonly hits: readonly MemoryHit[]
  readonly search: string
  readonly listRef: RefObject<HTMLDivElement | null>
}

const USUAL_HEIGHT = 80

/** One entry an item. Arrows choose, Space ticks, Delete deletes; only what is in sight is drawn. */
export function ItemList(props: ItemListProps) {
  const { hits, chosen, picked, onChoose, onPick, acts, state, listRef } = props
  const t = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const at = hits.findIndex(({ item }) => item.id === chosen)
  const virtual = useVirtualizer({
    count: hits.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (index) => hits[index]?.item.id ?? index,
    overscan: 6,
  })
  const rows = virtual.getVirtualItems()
  const last = rows.at(-1)?.index ?? 0
  const { more } = state
  useEffect(() => {
    if (last >= hits.length - 10) more()
  }, [last, hits.length, more])
  const toggle = (item: MemoryItem) => {
    const next = new Set(picked)
    if (!next.delete(item.id)) next.add(item.id)
    onPick(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: hits.length - 1 }[event.key]
    const item = hits[at]?.item
    if (to !== undefined) {
      const index = Math.max(0, Math.min(hits.length - 1, to))
      const next = hits[index]?.item
      if (next !== undefined) onChoose(next.id)
      virtual.scrollToIndex(index)
    } else if (event.key === ' ' && item !== undefined) toggle(item)
    else if (event.key === 'Delete' && item !== undefined) acts.bulk([item.id], { act: 'remove' })
    else return
    event.preventDefault()
  }
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-auto px-2 pb-2">
      <div
        ref={listRef}
        role="listbox"
        aria-label={t('memory.list')}
        aria-multiselectable="true"
        aria-activedescendant={chosen === null ? undefined : `memory-${chosen}`}
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
                item={hit.item}
                search={props.search}
                on={hit.item.id === chosen}
                ticked={picked.has(hit.item.id)}
                onChoose={() => onChoose(hit.item.id)}
                onToggle={() => toggle(hit.item)}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

type EntryProps = {
  readonly item: MemoryItem
  readonly search: string
  readonly on: boolean
  readonly ticked: boolean
  readonly onChoose: () => void
  readonly onToggle: () => void
}

function Entry({ item, search, on, ticked, onChoose, onToggle }: EntryProps) {
  const t = useText()
  const ago = useAgo()
  const source = useSourceText()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys for all of its options
    <div
      id={`memory-${item.id}`}
      role="option"
      tabIndex={-1}
      aria-selected={on}
      aria-checked={ticked}
      // The box is no control of its own: an option may hold none.
      onClick={({ target }) =>
        target instanceof Element && target.closest('[data-tick]') !== null ? onToggle() : onChoose()
      }
      className="group relative grid gap-1 rounded-sm py-2 pr-3 pl-3 text-sm hover:bg-hover aria-selected:bg-select-live aria-selected:shadow-[inset_2px_0_0_var(--color-focus)]"
    >
      <div className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 truncate font-medium">
          <Marked text={item.key} search={search} />
        </span>
        <Chip size="small">
          {item.scope.level === 'user' ? t('memory.scope.user') : t('memory.scope.project')}
        </Chip>
        <span className="grow" />
        <span
          data-tick
          aria-hidden="true"
          title={t('memory.select', { key: item.key })}
          className="-m-1 p-1 opacity-0 group-hover:opacity-100 group-aria-checked:opacity-100 group-aria-selected:opacity-100"
        >
          <span className="grid size-4 place-items-center rounded-xs bg-sunken inset-ring inset-ring-line-control group-aria-checked:bg-ink group-aria-checked:text-on-ink group-aria-checked:inset-ring-ink">
            {ticked ? <Icon name="check" size="xs" /> : null}
          </span>
        </span>
        <span className="figures text-fg-3 text-xs">{ago(item.updatedAt)}</span>
      </div>
      <p className="line-clamp-2 break-words text-fg-2">
        <Marked text={item.content} search={search} />
      </p>
      <div className="flex min-w-0 items-center gap-1.5 text-fg-3 text-xs">
        <Icon name={sourceIcon(item)} size="xs" />
        <span className="min-w-0 truncate">{source(item)}</span>
        <span className="grow" />
        <span className="whitespace-nowrap">
          {item.uses === 0 ? t('memory.notUsed') : t('memory.used', { count: item.uses })}
        </span>
      </div>
    </div>
  )
}
