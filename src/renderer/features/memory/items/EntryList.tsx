import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { MemoryScope } from '#shared/memory/memory.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { useAgo } from '../../../ui/base/time.ts'
import { ScopeChip } from '../filters/ScopeChip.tsx'
import { Marked } from './Marked.tsx'

/** A list row of a memory or a page. */
export type Entry = {
  readonly title: string
  readonly scope: MemoryScope
  readonly updatedAt: number
  /** The heading of the excerpt below. */
  readonly heading?: string
  readonly text: string
  /** The source and remarks. */
  readonly foot: ReactNode
}

/** The multi-selection and the delete action. */
type Picking<Id extends string> = {
  readonly picked: ReadonlySet<Id>
  readonly onPick: (ids: ReadonlySet<Id>) => void
  readonly onRemove: (id: Id) => void
}

type EntryListProps<T, Id extends string> = {
  readonly label: string
  readonly found: readonly T[]
  readonly idOf: (each: T) => Id
  readonly show: (each: T) => Entry
  /** The words that are marked. */
  readonly search: string
  readonly chosen: Id | null
  readonly onChoose: (id: Id) => void
  /** Null disables multi-selection. */
  readonly picking: Picking<Id> | null
  /** Called when the end comes into sight. */
  readonly more: () => void
  readonly listRef: RefObject<HTMLDivElement | null>
}

const USUAL_HEIGHT = 80

/**
 * Shows the found entries. Arrow keys move, Space selects, Delete deletes; only visible rows are rendered.
 */
export function EntryList<T, Id extends string>(props: EntryListProps<T, Id>) {
  const { found, idOf, show, chosen, picking, onChoose, more } = props
  const scroller = useRef<HTMLDivElement>(null)
  const at = found.findIndex((each) => idOf(each) === chosen)
  const virtual = useRows(found, idOf, scroller, more)
  const rows = virtual.getVirtualItems()
  // An entry open in the detail pane but missing from the list is no option of it.
  const isDrawn = rows.some(({ index }) => index === at)
  const toggle = (id: Id) => {
    const next = new Set(picking?.picked)
    if (!next.delete(id)) next.add(id)
    picking?.onPick(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: found.length - 1 }[event.key]
    if (to !== undefined) {
      const index = Math.max(0, Math.min(found.length - 1, to))
      const next = found[index]
      if (next !== undefined) onChoose(idOf(next))
      virtual.scrollToIndex(index)
    } else if (picking === null || chosen === null || at < 0) return
    else if (event.key === ' ') toggle(chosen)
    else if (event.key === 'Delete') picking.onRemove(chosen)
    else return
    event.preventDefault()
  }
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-auto px-2 pb-2">
      <div
        ref={props.listRef}
        role="listbox"
        aria-label={props.label}
        aria-multiselectable={picking !== null}
        aria-activedescendant={isDrawn ? `entry-${chosen}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="relative rounded-md outline-none focus-visible:outline-(length:--focus-width) focus-visible:outline-focus"
        style={{ height: virtual.getTotalSize() }}
      >
        {rows.map(({ index, key, start }) => {
          const each = found[index]
          if (each === undefined) return null
          const id = idOf(each)
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <Option
                id={id}
                entry={show(each)}
                search={props.search}
                on={id === chosen}
                ticked={picking === null ? null : picking.picked.has(id)}
                onChoose={() => onChoose(id)}
                onToggle={() => toggle(id)}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** The rows in sight. Calls `more` when the last ones come into it. */
function useRows<T, Id extends string>(
  found: readonly T[],
  idOf: (each: T) => Id,
  scroller: RefObject<HTMLDivElement | null>,
  more: () => void,
) {
  const virtual = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (index) => {
      const each = found[index]
      return each === undefined ? index : idOf(each)
    },
    overscan: 6,
  })
  const last = virtual.getVirtualItems().at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= found.length - 10) more()
  }, [last, found.length, more])
  return virtual
}

type OptionProps = {
  readonly id: string
  readonly entry: Entry
  readonly search: string
  readonly on: boolean
  /** Null: it cannot be. */
  readonly ticked: boolean | null
  readonly onChoose: () => void
  readonly onToggle: () => void
}

function Option({ id, entry, search, on, ticked, onChoose, onToggle }: OptionProps) {
  const ago = useAgo()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys for all of its options
    <div
      id={`entry-${id}`}
      role="option"
      tabIndex={-1}
      aria-selected={on}
      aria-checked={ticked ?? undefined}
      // The box is no control of its own: an option may hold none.
      onClick={({ target }) =>
        target instanceof Element && target.closest('[data-tick]') !== null ? onToggle() : onChoose()
      }
      className="group relative grid gap-1 rounded-sm px-3 py-2 text-sm hover:bg-hover aria-selected:bg-select-live aria-selected:shadow-[inset_2px_0_0_var(--color-focus)]"
    >
      <div className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 truncate font-medium">
          <Marked text={entry.title} search={search} />
        </span>
        <ScopeChip scope={entry.scope} />
        <span className="grow" />
        {ticked === null ? null : <Tick title={entry.title} ticked={ticked} />}
        <span className="figures text-fg-3 text-xs">{ago(entry.updatedAt)}</span>
      </div>
      {entry.heading === undefined || entry.heading === '' ? null : (
        <p className="truncate text-fg-3 text-xs">{entry.heading}</p>
      )}
      <p className="line-clamp-2 break-words text-fg-2">
        <Marked text={entry.text} search={search} />
      </p>
      <div className="flex min-w-0 items-center gap-1.5 text-fg-3 text-xs">{entry.foot}</div>
    </div>
  )
}

function Tick({ title, ticked }: { readonly title: string; readonly ticked: boolean }) {
  const t = useText()
  return (
    <span
      data-tick
      aria-hidden="true"
      title={t('memory.select', { key: title })}
      className="-m-1 p-1 opacity-0 group-hover:opacity-100 group-aria-checked:opacity-100 group-aria-selected:opacity-100"
    >
      <span className="grid size-4 place-items-center rounded-xs bg-sunken inset-ring inset-ring-line-control group-aria-checked:bg-ink group-aria-checked:text-on-ink group-aria-checked:inset-ring-ink">
        {ticked ? <Icon name="check" size="xs" /> : null}
      </span>
    </span>
  )
}
