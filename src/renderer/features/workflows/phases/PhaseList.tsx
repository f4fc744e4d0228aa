import { memo, useEffect, useRef } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { Icon } from '../../../ui/base/Icon.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { Meter } from '../../../ui/limits/Meter.tsx'
import { DrawnText } from '../../../ui/text/DrawnText.tsx'
import { useCostText } from '../cost-text.ts'
import { PhaseName, usePhaseName } from './PhaseName.tsx'
import { ALL_PHASES, type PhaseRow } from './phase-rows.ts'

type PhaseListProps = {
  readonly rows: readonly PhaseRow[]
  readonly selected: string
  readonly onSelect: (key: string) => void
}

/** All, and every phase with its progress and cost. */
export function PhaseList({ rows, selected, onSelect }: PhaseListProps) {
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed selection moves the focus
  useEffect(() => {
    if (list.current?.contains(document.activeElement) !== true) return
    list.current.querySelector<HTMLElement>('[aria-selected="true"]')?.focus()
  }, [selected])
  return (
    <div
      ref={list}
      role="listbox"
      aria-label={t('workflows.phases')}
      tabIndex={-1}
      className="group min-h-0 flex-1 overflow-y-auto px-2 pb-2 outline-none"
    >
      {rows.map((row) => (
        <PhaseOption key={row.key} row={row} on={row.key === selected} onSelect={onSelect} />
      ))}
    </div>
  )
}

type PhaseOptionProps = {
  readonly row: PhaseRow
  readonly on: boolean
  readonly onSelect: (key: string) => void
}

const PhaseOption = memo(({ row, on, onSelect }: PhaseOptionProps) => {
  const t = useText()
  const numbers = useNumbers()
  const costText = useCostText()
  const name = usePhaseName()(row)
  const all = row.key === ALL_PHASES
  const pending = row.mark === 'pend' && row.total === 0 && !all
  const count = pending
    ? t('workflows.phase.pending')
    : t('workflows.doneOf', { done: numbers.whole(row.done), total: numbers.whole(row.total) })
  const cost = costText(row.spent)
  const share = row.total === 0 ? 0 : row.done / row.total
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the pane around it takes the keys
    <div
      role="option"
      aria-selected={on}
      aria-label={name}
      aria-description={cost === null ? count : `${count}, ${cost}`}
      tabIndex={on ? 0 : -1}
      data-pane-focus={on ? true : undefined}
      onClick={() => onSelect(row.key)}
      className={classNames(
        'row-cursor grid h-11 grid-cols-[16px_minmax(0,1fr)_auto] content-center items-center gap-x-2 gap-y-1 rounded-sm px-2 wide:h-12',
        'hover:bg-hover aria-selected:bg-select group-focus-within:aria-selected:bg-select-live',
        row.group !== null && 'ml-3 wide:ml-4',
      )}
    >
      {all ? <Icon name="list" size="s" className="ml-px" /> : <Mark state={row.mark} />}
      <span className="grid min-w-0 font-medium">
        <PhaseName phase={row} />
      </span>
      <DrawnText text={count} className="figures whitespace-nowrap text-right text-fg-2 text-xs" />
      <span className="col-span-2 col-start-2 flex items-center gap-2">
        <Meter
          className="grow"
          height="thin"
          label={numbers.percent(share)}
          parts={[{ key: 'done', share, fill: row.mark === 'run' ? 'live' : 'plain' }]}
        />
        <DrawnText
          text={cost ?? ''}
          className="figures min-w-[34px] whitespace-nowrap text-right text-fg-3 text-xs"
        />
      </span>
    </div>
  )
})
PhaseOption.displayName = 'PhaseOption'
