import type { ReactNode } from 'react'
import type { WorkflowView } from '#shared/workflow/fold-workflow.ts'
import type { WorkflowState } from '#shared/workflow/workflow.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { Menu, type MenuItem } from '../../../ui/Menu.tsx'
import { useNumbers } from '../../../ui/numbers.ts'
import { clockText, useNow } from '../../../ui/time.ts'
import { useCostText } from '../cost-text.ts'
import { useDurationText } from '../duration-text.ts'
import { canPause, canResume, canStop, type RunActions } from '../run-actions.ts'
import { doneCount, elapsedOf, type RunSpent, runSpent, shortId } from '../run-figures.ts'
import { RUN_MARKS } from '../runbar/run-marks.ts'
import { BudgetLines } from './BudgetLines.tsx'

type RunHeaderProps = {
  readonly run: WorkflowRunListing
  readonly view: WorkflowView
  readonly actions: RunActions
  /** The person pressed the key that stops once; the next press does it. */
  readonly asksStop: boolean
  readonly onFork: () => void
  readonly onCompare: () => void
}

/** Which run this is, how far it is, what it cost, and what can be done with it. */
export function RunHeader({ run, view, actions, asksStop, onFork, onCompare }: RunHeaderProps) {
  const t = useText()
  const numbers = useNumbers()
  const spent = runSpent(view)
  return (
    <section
      aria-label={t('workflows.run')}
      className="figures flex min-h-16 shrink-0 items-center gap-5 border-line border-b px-3 py-2 wide:gap-8 wide:px-4"
    >
      <Identity run={run} view={view} spent={spent} />
      <Stat name={t('workflows.elapsed')}>
        <Elapsed view={view} />
      </Stat>
      <Stat name={t('workflows.agents')}>
        {numbers.whole(doneCount(view.agents))}{' '}
        <small className="font-normal text-fg-3 text-sm">
          {t('workflows.of', { total: numbers.whole(view.agents.length) })}
        </small>
      </Stat>
      <Stat name={t('workflows.tokens')} wideOnly>
        {numbers.short(spent.tokens)}
      </Stat>
      <BudgetLines view={view} spent={spent} />
      <div className="flex shrink-0 gap-2">
        {run.state === 'running' ? (
          <Button icon="pause" disabled={!canPause(run)} onClick={actions.pause}>
            {t(run.pausing ? 'workflows.pausing' : 'workflows.pause')}
          </Button>
        ) : (
          <Button
            icon="resume"
            disabled={!canResume(run)}
            onClick={() => actions.resume()}
            className={canResume(run) ? '' : 'max-wide:hidden'}
          >
            {t('workflows.resume')}
          </Button>
        )}
        <Button
          look="danger"
          icon="stop-fill"
          disabled={!canStop(run)}
          onClick={actions.stop}
          className={classNames(!canStop(run) && 'max-wide:hidden', asksStop && 'inset-ring-bad')}
        >
          {t('workflows.stop')}
        </Button>
        <Menu
          trigger={<IconButton icon="more" label={t('workflows.more')} />}
          items={menuOf(t, actions, onFork, onCompare)}
        />
      </div>
    </section>
  )
}

function menuOf(
  t: ReturnType<typeof useText>,
  actions: RunActions,
  onFork: () => void,
  onCompare: () => void,
): readonly MenuItem[] {
  const { openChat } = actions
  return [
    {
      kind: 'action',
      id: 'fork',
      icon: 'fork',
      label: t('workflows.fork'),
      keys: ['f'],
      onSelect: onFork,
    },
    { kind: 'action', id: 'compare', icon: 'link', label: t('workflows.compare'), onSelect: onCompare },
    {
      kind: 'action',
      id: 'export',
      icon: 'external',
      label: t('workflows.export'),
      onSelect: actions.exportRun,
    },
    ...(openChat === null
      ? []
      : ([
          { kind: 'rule', id: 'rule' },
          { kind: 'action', id: 'chat', icon: 'chat', label: t('workflows.openChat'), onSelect: openChat },
        ] as const)),
  ]
}

const CHIPS: Readonly<Record<WorkflowState, 'live' | 'bad' | 'ok' | 'plain'>> = {
  running: 'live',
  paused: 'plain',
  interrupted: 'plain',
  stopped: 'plain',
  failed: 'bad',
  done: 'ok',
}

type IdentityProps = {
  readonly run: WorkflowRunListing
  readonly view: WorkflowView
  readonly spent: RunSpent
}

function Identity({ run, view, spent }: IdentityProps) {
  const t = useText()
  const memo = view.agents.filter((agent) => agent.memo).length
  const word = t(`workflows.state.${run.state}`)
  const changes = run.forkChanges.map((change) => t(`workflows.forkChange.${change}`)).join(', ')
  return (
    <div className="min-w-0 flex-[1_1_200px]">
      <h2 className="flex items-center gap-2 font-semibold text-lg tracking-tight">
        <Mark state={RUN_MARKS[run.state]} label={word} />
        <span className="truncate">{run.name}</span>
        <span className="plain-code font-normal text-fg-3 text-sm tracking-normal">{shortId(run.id)}</span>
        {run.title === null ? null : (
          <span className="min-w-0 truncate font-normal text-fg-2 text-sm tracking-normal" title={run.title}>
            {run.title}
          </span>
        )}
        <Chip look={CHIPS[run.state]} size="small">
          {word}
        </Chip>
      </h2>
      <span role="status" className="unseen">{`${run.name}: ${word}`}</span>
      <p className="truncate pl-6 text-fg-3 text-sm" title={run.description}>
        {t('workflows.attempt', { attempt: run.attempt })}
        {run.imported ? `, ${t('workflows.imported')}` : ''}
        {run.forkOf === null ? '' : `, ${t('workflows.forkOf', { id: shortId(run.forkOf) })}`}
        {run.forkChanges.length === 0 ? '' : ` (${changes})`}
        {memo === 0 ? null : (
          <>
            {', '}
            <span className="text-fg-2">{t('workflows.fromMemo', { count: memo })}</span>
          </>
        )}
        <ElsewhereSpent spent={spent} />
        <span className="max-wide:hidden">{run.description === '' ? '' : ` · ${run.description}`}</span>
      </p>
    </div>
  )
}

/** What no row of the list of agents accounts for, or what is in one and was paid by another run. */
function ElsewhereSpent({ spent: { lost, taken } }: { spent: RunSpent }) {
  const t = useText()
  const numbers = useNumbers()
  const costText = useCostText()
  if (lost === 0 && taken.output === 0) return null
  const price = costText(taken)
  const paid = `${numbers.short(taken.output)}${price === null ? '' : ` (${price})`}`
  return (
    <>
      {taken.output === 0 ? '' : `, ${t('workflows.takenOver', { tokens: paid })}`}
      {lost === 0 ? '' : `, ${t('workflows.lost', { tokens: numbers.short(lost) })}`}
    </>
  )
}

type StatProps = { readonly name: string; readonly wideOnly?: boolean; readonly children: ReactNode }

function Stat({ name, wideOnly = false, children }: StatProps) {
  return (
    <dl className={classNames('shrink-0', wideOnly && 'max-wide:hidden')}>
      <dt className="text-fg-3 text-xs">{name}</dt>
      <dd className="h-6 whitespace-nowrap font-medium text-lg tracking-tight">{children}</dd>
    </dl>
  )
}

/** Ticks only while the run is at work. */
function Elapsed({ view }: { view: WorkflowView }) {
  const durationText = useDurationText()
  return view.state === 'running' ? <Ticking view={view} /> : durationText(elapsedOf(view, 0))
}

function Ticking({ view }: { view: WorkflowView }) {
  return clockText(elapsedOf(view, useNow(1_000)))
}
