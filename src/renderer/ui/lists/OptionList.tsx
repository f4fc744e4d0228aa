import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { classNames } from '../base/class-names.ts'
import { optionId } from './option-id.ts'

type OptionListProps<Row> = {
  /** The id of the list, which a field above it names. */
  readonly id: string
  readonly label: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** The place of the active row; -1 for none. It is kept in view. */
  readonly at: number
  /** Usual height of a row in pixels. Drawn rows are measured. */
  readonly height: number
  /** The heading above the first row of each group. */
  readonly headingOf?: (row: Row) => string
  readonly onChoose: (row: Row, index: number) => void
  /** Called when the pointer moves over a row. */
  readonly onPoint?: (index: number) => void
  /** Called when the last rows come into view. */
  readonly onEnd?: () => void
  /** Handles keys of a list that takes the focus. Missing: a field keeps the focus and handles them. */
  readonly onKeyDown?: (event: KeyboardEvent) => void
  /** Whether the active row is selected. Default true. */
  readonly isSelected?: boolean
  readonly className?: string
  readonly rowClassName: string
  readonly children: (row: Row, on: boolean) => ReactNode
}

/** A list of at most so many rows is drawn whole. */
const DRAWN_WHOLE = 100
/** Rows that remain below the view when more are asked for. */
const NEAR_END = 8

/**
 * A list of options with one active row. Of a long list only the rows in view are drawn, and the active one, because
 * a screen reader reads it by its id.
 */
export function OptionList<Row>(props: OptionListProps<Row>) {
  const { id, label, rows, at, onKeyDown, className } = props
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => props.height,
    getItemKey: (index) => keyAt(props, index),
    overscan: rows.length <= DRAWN_WHOLE ? DRAWN_WHOLE : 8,
    rangeExtractor: (range: Range) => {
      const seen = defaultRangeExtractor(range)
      const isMissing = at >= 0 && at < range.count && !seen.includes(at)
      return isMissing ? [...seen, at].sort((left, right) => left - right) : seen
    },
  })
  useLayoutEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' })
  }, [virtual, at])
  const items = virtual.getVirtualItems()
  useNearEnd(virtual.range?.endIndex ?? -1, rows.length, props.onEnd)
  return (
    <div
      ref={box}
      id={id}
      role="listbox"
      aria-label={label}
      aria-activedescendant={onKeyDown === undefined || at < 0 ? undefined : optionId(id, at)}
      tabIndex={onKeyDown === undefined ? -1 : 0}
      onKeyDown={onKeyDown}
      // The pointer must not take the focus from the field.
      onMouseDown={onKeyDown === undefined ? (event) => event.preventDefault() : undefined}
      className={classNames('group overflow-y-auto', className)}
    >
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => (
          <div
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            role="presentation"
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            <Option list={props} index={item.index} />
          </div>
        ))}
      </div>
    </div>
  )
}

function Option<Row>({ list, index }: { readonly list: OptionListProps<Row>; readonly index: number }) {
  const { id, rows, at, headingOf, onPoint, onChoose, isSelected = true } = list
  const row = rows[index]
  if (row === undefined) return null
  const before = rows[index - 1]
  const heading = headingOf?.(row) ?? ''
  const isFirst = before === undefined || heading !== headingOf?.(before)
  const on = index === at
  return (
    <Fragment>
      {heading === '' || !isFirst ? null : (
        <div role="presentation" className="px-2 pt-2 pb-1 font-semibold text-fg-3 text-xs">
          {heading}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list or the field above it takes the keys */}
      <div
        id={optionId(id, index)}
        role="option"
        tabIndex={-1}
        aria-selected={on && isSelected}
        aria-posinset={index + 1}
        aria-setsize={rows.length}
        data-cursor={on}
        onPointerMove={onPoint === undefined ? undefined : () => onPoint(index)}
        onClick={() => onChoose(row, index)}
        className={list.rowClassName}
      >
        {list.children(row, on)}
      </div>
    </Fragment>
  )
}

function keyAt<Row>({ rows, keyOf }: Pick<OptionListProps<Row>, 'rows' | 'keyOf'>, index: number) {
  const row = rows[index]
  return row === undefined ? index : keyOf(row)
}

/** Asks for more rows when the last ones come into view, once for each number of rows. */
function useNearEnd(last: number, count: number, onEnd: (() => void) | undefined) {
  const ask = useRef(onEnd)
  useLayoutEffect(() => {
    ask.current = onEnd
  })
  const isNear = count > 0 && last >= count - NEAR_END
  useEffect(() => {
    if (isNear && count > 0) ask.current?.()
  }, [isNear, count])
}
