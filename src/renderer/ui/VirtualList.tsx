import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import { classNames } from './class-names.ts'

type VirtualListProps = {
  readonly label: string
  readonly count: number
  readonly rowHeight: number
  readonly keyOf: (index: number) => string
  readonly row: (index: number) => ReactNode
  readonly className?: string
}

/** A list that only draws what is in sight. Rows are of one height. */
export function VirtualList({ label, count, rowHeight, keyOf, row, className }: VirtualListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: 8,
  })
  return (
    <div ref={scroller} className={classNames('min-h-0 flex-1 overflow-auto', className)}>
      <ul aria-label={label} className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => (
          <li
            key={item.key}
            aria-setsize={count}
            aria-posinset={item.index + 1}
            className="absolute inset-x-0 top-0"
            style={{ height: item.size, transform: `translateY(${item.start}px)` }}
          >
            {row(item.index)}
          </li>
        ))}
      </ul>
    </div>
  )
}
