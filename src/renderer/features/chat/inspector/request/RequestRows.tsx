import { type KeyboardEvent, useId, useState } from 'react'
import type { ReportRow } from '#shared/context/report.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { OptionList } from '../../../../ui/lists/OptionList.tsx'
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
  const at = Math.max(
    0,
    rows.findIndex((row) => row.eventId === on),
  )
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
  }
  return (
    <OptionList
      id={id}
      label={t('context.rows')}
      rows={rows}
      keyOf={({ eventId }) => eventId}
      at={at}
      height={ROW}
      onChoose={show}
      onKeyDown={onKeyDown}
      isSelected={on !== null}
      className="min-h-0 flex-1 contain-strict focus-visible:outline-offset-[-2px]"
      rowClassName="h-11 px-3 hover:bg-hover aria-selected:bg-select group-focus-visible:aria-selected:bg-select-live"
    >
      {(row) => <RequestRow row={row} />}
    </OptionList>
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
