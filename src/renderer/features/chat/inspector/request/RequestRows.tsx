import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { ReportRow } from '#shared/context/report.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { useChat } from '../../chat-context.ts'
import { RequestRow } from './RequestRow.tsx'

const ROW = 44
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Every event with its fate. Only the rows in sight are drawn; one that is chosen is shown in the conversation. */
export function RequestRows({ rows }: { rows: readonly ReportRow[] }) {
  const t = useText()
  const open = useOpen()
  const id = useId()
  const [on, setOn] = useState<string | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const at = Math.max(
    0,
    rows.findIndex((row) => row.eventId === on),
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => rows[index]?.eventId ?? index,
    overscan: 8,
    // An element referenced by assistive technology must exist.
    rangeExtractor: (range: Range) => {
      const seen = defaultRangeExtractor(range)
      return seen.includes(at) ? seen : [...seen, at].sort((left, right) => left - right)
    },
  })
  const show = (row: ReportRow | undefined) => {
    setOn(row?.eventId ?? on)
    if (row !== undefined) open(row)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return show(rows[at])
    }
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const to = Math.max(0, Math.min(rows.length - 1, on === null ? at : at + step))
    setOn(rows[to]?.eventId ?? null)
    virtual.scrollToIndex(to, { align: 'auto' })
  }
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto contain-strict">
      <div
        role="listbox"
        aria-label={t('context.rows')}
        aria-activedescendant={`${id}-${at}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="group relative focus-visible:outline-offset-[-2px]"
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          return row === undefined ? null : (
            <RequestRow
              key={item.key}
              row={row}
              id={`${id}-${item.index}`}
              place={item.index + 1}
              count={rows.length}
              on={row.eventId === on}
              style={{ height: ROW, transform: `translateY(${item.start}px)` }}
              onShow={() => show(row)}
            />
          )
        })}
      </div>
    </div>
  )
}

/** Shows an event in the conversation, or says why that cannot be. */
function useOpen(): (row: ReportRow) => void {
  const t = useText()
  const { app, session, toast } = useChat()
  return ({ eventId }) =>
    app.attempt(
      session.show(eventId).then((found) => {
        if (!found) toast?.({ mark: 'stop', text: t('context.notOnBranch'), seconds: 6 })
      }),
    )
}
