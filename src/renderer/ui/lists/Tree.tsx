import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { classNames } from '../base/class-names.ts'
import { type TreeRow, treeMove, typeAhead } from './tree-keys.ts'

type TreeProps<Row extends TreeRow> = {
  readonly label: string
  readonly rows: readonly Row[]
  readonly cursor: string | null
  readonly onCursor: (id: string) => void
  readonly onToggle: (id: string, expanded: boolean) => void
  /** Enter or a double click. */
  readonly onOpen: (id: string) => void
  readonly draw: (row: Row) => ReactNode
  /** Whether one click opens, as in a list of files. */
  readonly opensOnClick?: boolean
  /** Takes the focus as soon as there is a row to put it on. */
  readonly autoFocus?: boolean
  /** The level from which on lines are not moved further to the right. */
  readonly deepest?: number
  /** Lines closer together, for values that are read and not acted on. */
  readonly dense?: boolean
  /** Tells which rows are in sight, so that more can be read. */
  readonly onSight?: (rows: readonly Row[]) => void
}

const ROW_HEIGHT = 28
const DENSE_HEIGHT = 24

/** A tree that only draws what is in sight. One Tab stop; arrows, letters, Home, End and pages move inside. */
export function Tree<Row extends TreeRow>(props: TreeProps<Row>) {
  const { rows, cursor, onSight } = props
  const scroller = useRef<HTMLDivElement>(null)
  const at = rows.findIndex((row) => row.id === cursor)
  // A new function would have every row measured again.
  const keyOf = useCallback((index: number) => rows[index]?.id ?? index, [rows])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (props.dense === true ? DENSE_HEIGHT : ROW_HEIGHT),
    getItemKey: keyOf,
    overscan: 12,
    paddingStart: 8,
    paddingEnd: 8,
    // The row that holds the focus stays drawn when it scrolls out of sight.
    rangeExtractor: (range: Range) => {
      const seen = defaultRangeExtractor(range)
      return at < 0 || seen.includes(at) ? seen : [...seen, at].sort((left, right) => left - right)
    },
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useLayoutEffect(() => {
    onSight?.(rows.slice(first, last + 1))
  }, [onSight, rows, first, last])
  const drawn = items.length > 0
  const autoFocus = props.autoFocus ?? false
  useEffect(() => {
    // Someone who has begun to write elsewhere is left alone.
    if (!autoFocus || !drawn || document.activeElement instanceof HTMLInputElement) return
    scroller.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [autoFocus, drawn])
  const keys = useTreeKeys(props, (id) => {
    const index = rows.findIndex((row) => row.id === id)
    virtual.scrollToIndex(index, { align: 'auto' })
  })
  useFocusFollowsCursor(scroller, cursor, keys.moved)
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-auto">
      <div
        role="tree"
        aria-label={props.label}
        onKeyDown={keys.onKeyDown}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
      >
        {items.map((item) => {
          const row = rows[item.index]
          return row === undefined ? null : (
            <TreeItem
              key={item.key}
              row={row}
              top={item.start}
              cursor={row.id === cursor}
              reachable={row.id === cursor || (at < 0 && item.index === 0)}
              tree={props}
            />
          )
        })}
      </div>
    </div>
  )
}

type TreeItemProps<Row extends TreeRow> = {
  readonly row: Row
  readonly top: number
  readonly cursor: boolean
  readonly reachable: boolean
  readonly tree: TreeProps<Row>
}

function TreeItem<Row extends TreeRow>({ row, top, cursor, reachable, tree }: TreeItemProps<Row>) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it takes the keys
    <div
      role="treeitem"
      aria-level={row.level}
      aria-expanded={row.expanded ?? undefined}
      aria-selected={cursor}
      aria-label={row.name === '' ? undefined : row.name}
      aria-description={row.description}
      tabIndex={reachable ? 0 : -1}
      data-row={row.id}
      onClick={() => {
        tree.onCursor(row.id)
        if (tree.opensOnClick === true) tree.onOpen(row.id)
      }}
      onDoubleClick={() => (tree.opensOnClick === true ? undefined : tree.onOpen(row.id))}
      className={classNames(
        'row-cursor absolute inset-x-3 top-0 flex items-center gap-2 rounded-sm pr-2',
        tree.dense === true ? 'h-6' : 'h-(--h-row)',
        cursor ? 'bg-select-live' : 'hover:bg-hover',
      )}
      data-cursor={cursor}
      style={{ transform: `translateY(${top}px)`, paddingLeft: indentOf(row.level, tree.deepest) }}
    >
      {tree.draw(row)}
    </div>
  )
}

const indentOf = (level: number, deepest = Number.POSITIVE_INFINITY) =>
  8 + (Math.min(level, deepest) - 1) * 20

function useTreeKeys<Row extends TreeRow>(props: TreeProps<Row>, show: (id: string) => void) {
  const typed = useRef({ text: '', at: 0 })
  const moved = useRef(false)
  const go = (id: string) => {
    moved.current = true
    show(id)
    props.onCursor(id)
  }
  const letter = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key.length !== 1 || event.key === ' ' || event.nativeEvent.isComposing) return
    const fresh = event.timeStamp - typed.current.at > 700
    typed.current = { text: (fresh ? '' : typed.current.text) + event.key, at: event.timeStamp }
    const found = typeAhead(props.rows, props.cursor, typed.current.text)
    if (found !== null) go(found)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof HTMLElement && event.target.closest('button') !== null) return
    const move = treeMove(props.rows, props.cursor, event.key, 12)
    if (move === null) return letter(event)
    event.preventDefault()
    if (move.to === 'cursor') go(move.id)
    else if (move.to === 'open') props.onOpen(move.id)
    else props.onToggle(move.id, move.to === 'expand')
  }
  return { onKeyDown, moved }
}

/** After a key moved the cursor, the focus is where the cursor is. */
function useFocusFollowsCursor(
  scroller: React.RefObject<HTMLDivElement | null>,
  cursor: string | null,
  moved: React.RefObject<boolean>,
) {
  useLayoutEffect(() => {
    if (!moved.current || cursor === null) return
    moved.current = false
    scroller.current
      ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(cursor)}"]`)
      ?.focus({ preventScroll: true })
  }, [scroller, cursor, moved])
}
