import { type KeyboardEvent, useRef } from 'react'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { Icon } from '../../../ui/base/Icon.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { tabMove } from '../monitor/monitor-keys.ts'
import { shortId } from '../run-figures.ts'
import { RUN_MARKS } from './run-marks.ts'

type RunTabsProps = {
  readonly runs: readonly WorkflowRunListing[]
  /** Null while the launch page is in view: it has a tab of its own. */
  readonly open: string | null
  readonly launching: boolean
  readonly onOpen: (run: WorkflowRunListing) => void
  readonly onDown: () => void
}

/** One tab a run. Tab, Shift+Tab and the arrows go from run to run; at its ends Tab leaves the strip. */
export function RunTabs({ runs, open, launching, onOpen, onDown }: RunTabsProps) {
  const t = useText()
  const strip = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'ArrowDown' && !launching) {
      event.preventDefault()
      onDown()
      return
    }
    const tabs = [...(strip.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
    const at = tabs.indexOf(document.activeElement as HTMLElement)
    const to = at < 0 ? null : tabMove(event, at, tabs.length)
    const run = to === null ? undefined : runs[to]
    if (to === null) return
    event.preventDefault()
    event.stopPropagation()
    tabs[to]?.focus()
    if (run !== undefined) onOpen(run)
  }
  return (
    <div
      ref={strip}
      role="tablist"
      aria-label={t('workflows.runs')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="flex h-full min-w-0 overflow-hidden outline-none"
    >
      {runs.map((run, index) => (
        <RunTab
          key={run.id}
          run={run}
          selected={run.id === open}
          reachable={run.id === open || (open === null && !launching && index === 0)}
          onClick={() => onOpen(run)}
        />
      ))}
      {launching ? <LaunchTab /> : null}
    </div>
  )
}

type RunTabProps = {
  readonly run: WorkflowRunListing
  readonly selected: boolean
  readonly reachable: boolean
  readonly onClick: () => void
}

function RunTab({ run, selected, reachable, onClick }: RunTabProps) {
  const t = useText()
  const live = run.state === 'running'
  return (
    <button
      type="button"
      role="tab"
      aria-selected={selected}
      tabIndex={reachable ? 0 : -1}
      onClick={onClick}
      title={run.description}
      className={TAB}
    >
      <Mark state={RUN_MARKS[run.state]} label={t(`workflows.state.${run.state}`)} />
      <span className="max-w-44 truncate">{run.name}</span>
      <span className="plain-code font-normal text-fg-3 text-xs">{shortId(run.id)}</span>
      {live ? (
        <span className="figures font-normal text-xs">
          {t('workflows.doneOf', { done: run.agentsDone, total: run.agentsTotal })}
        </span>
      ) : null}
    </button>
  )
}

function LaunchTab() {
  const t = useText()
  return (
    <button type="button" role="tab" aria-selected="true" tabIndex={0} className={TAB}>
      <Icon name="plus" size="s" />
      {t('workflows.newRun')}
    </button>
  )
}

const TAB = classNames(
  'relative flex h-full shrink-0 items-center gap-1.5 whitespace-nowrap pr-3 pl-2.5 text-fg-2 text-sm',
  'hover:text-fg aria-selected:font-medium aria-selected:text-fg',
  "after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-t-[2px] after:content-['']",
  'aria-selected:after:bg-accent focus-visible:outline-offset-[-3px]',
)
