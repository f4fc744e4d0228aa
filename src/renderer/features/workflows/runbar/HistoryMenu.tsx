import { Popover } from 'radix-ui'
import { type KeyboardEvent, type UIEvent, useState } from 'react'
import type { WorkflowState } from '#shared/workflow/workflow.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { useAgo } from '../../../ui/base/time.ts'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { useRoving } from '../../../ui/hooks/roving.ts'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { shortId } from '../run-figures.ts'
import { useRuns, useWorkflows } from '../workflows-context.ts'
import { HISTORY_DAYS, type HistoryDays, type HistoryFilter, useHistory } from './history.ts'
import { RUN_MARKS } from './run-marks.ts'

type HistoryMenuProps = {
  readonly earlier: number
  readonly onOpen: (run: WorkflowRunListing) => void
}

/** The runs that have no tab, behind a button that counts them. */
export function HistoryMenu({ earlier, onOpen }: HistoryMenuProps) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const choose = (run: WorkflowRunListing) => {
    setOpen(false)
    onOpen(run)
  }
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="ml-1 inline-flex h-6 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-sm px-1.5 text-fg-2 text-sm hover:bg-hover">
        <span className="figures">{t('workflows.earlier', { count: earlier })}</span>
        <Icon name="down" size="xs" className="text-fg-3" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={t('workflows.history')}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="layer-pop z-(--z-popover) grid w-100 gap-2 rounded-lg bg-overlay p-2 shadow-pop"
        >
          <HistoryList onChoose={choose} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const STATES = ['running', 'paused', 'interrupted', 'stopped', 'failed', 'done'] as const
const ANY = 'any'
const EVERYTHING: HistoryFilter = { name: '', state: null, days: 'anyDate' }

function HistoryList({ onChoose }: { onChoose: (run: WorkflowRunListing) => void }) {
  const t = useText()
  const { api } = useWorkflows()
  const projectId = useRuns((state) => state.projectId)
  const [filter, setFilter] = useState(EVERYTHING)
  const history = useHistory(api, projectId, filter)
  const scrolled = (event: UIEvent<HTMLElement>) => {
    const { scrollTop, clientHeight, scrollHeight } = event.currentTarget
    if (scrollTop + clientHeight > scrollHeight - 160) history.more()
  }
  return (
    <>
      <FilterFields filter={filter} onFilter={setFilter} />
      {history.problem === null ? null : <Failure message={history.problem} />}
      <HistoryRows history={history.runs} onScroll={scrolled} onChoose={onChoose} />
      {history.waiting && history.runs.length === 0 ? <Placeholder rows={4} rowHeight={40} /> : null}
      {!history.waiting && history.runs.length === 0 && history.problem === null ? (
        <p className="px-2 pb-2 text-fg-3 text-sm">{t('workflows.history.none')}</p>
      ) : null}
    </>
  )
}

type FilterFieldsProps = {
  readonly filter: HistoryFilter
  readonly onFilter: (filter: HistoryFilter) => void
}

function FilterFields({ filter, onFilter }: FilterFieldsProps) {
  const t = useText()
  const isState = (value: string): value is WorkflowState => STATES.some((state) => state === value)
  const isDays = (value: string): value is HistoryDays => Object.hasOwn(HISTORY_DAYS, value)
  return (
    <div className="flex items-center gap-1">
      <TextInput
        quiet
        icon="search"
        type="search"
        aria-label={t('workflows.history.filter')}
        placeholder={t('workflows.history.filter')}
        value={filter.name}
        onText={(name) => onFilter({ ...filter, name })}
        className="min-w-0 grow"
      />
      <Select
        look="pick"
        label={t('workflows.history.state')}
        className="shrink-0"
        value={filter.state ?? ANY}
        onChange={(value) => onFilter({ ...filter, state: isState(value) ? value : null })}
        groups={[
          {
            title: null,
            options: [
              { value: ANY, label: t('workflows.history.anyState') },
              ...STATES.map((state) => ({ value: state, label: t(`workflows.state.${state}`) })),
            ],
          },
        ]}
      />
      <Select
        look="pick"
        label={t('workflows.history.date')}
        className="shrink-0"
        value={filter.days}
        onChange={(value) => (isDays(value) ? onFilter({ ...filter, days: value }) : undefined)}
        groups={[
          {
            title: null,
            options: (['anyDate', 'day', 'week', 'month'] as const).map((days) => ({
              value: days,
              label: t(`workflows.history.${days}`),
            })),
          },
        ]}
      />
    </div>
  )
}

type HistoryRowsProps = {
  readonly history: readonly WorkflowRunListing[]
  readonly onScroll: (event: UIEvent<HTMLElement>) => void
  readonly onChoose: (run: WorkflowRunListing) => void
}

function HistoryRows({ history, onScroll, onChoose }: HistoryRowsProps) {
  const t = useText()
  const ago = useAgo()
  const open = useRuns((state) => state.openRun)
  const roving = useRoving('[role="option"]')
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    roving(event)
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-run]') : null
    const run = history.find((each) => each.id === row?.dataset['run'])
    if ((event.key !== 'Enter' && event.key !== ' ') || run === undefined) return
    event.preventDefault()
    onChoose(run)
  }
  if (history.length === 0) return null
  return (
    <div
      role="listbox"
      aria-label={t('workflows.history')}
      tabIndex={-1}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      className="max-h-90 overflow-y-auto outline-none"
    >
      {history.map((run, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it takes the keys
        <div
          key={run.id}
          role="option"
          aria-selected={run.id === open}
          tabIndex={index === 0 ? 0 : -1}
          data-run={run.id}
          onClick={() => onChoose(run)}
          className="row-cursor flex h-(--h-row-2) items-center gap-2 rounded-sm px-2 hover:bg-hover aria-selected:bg-select"
        >
          <Mark state={RUN_MARKS[run.state]} label={t(`workflows.state.${run.state}`)} />
          <span className="min-w-0 grow">
            <span className="flex items-center gap-1.5">
              <span className="truncate font-medium text-sm">{run.name}</span>
              <span className="plain-code text-fg-3 text-xs">{shortId(run.id)}</span>
            </span>
            <span className="block truncate text-fg-3 text-xs">
              {t(`workflows.state.${run.state}`)}
              {' · '}
              {t('workflows.doneOf', { done: run.agentsDone, total: run.agentsTotal })}
            </span>
          </span>
          <span className="figures text-fg-3 text-xs">{ago(run.createdAt)}</span>
        </div>
      ))}
    </div>
  )
}
