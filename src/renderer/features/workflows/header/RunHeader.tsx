import type { ReactNode } from 'react'
import type { WorkflowView } from '#shared/workflow/fold-workflow.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { clockText, useNow } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Menu, type MenuItem } from '../../../ui/controls/Menu.tsx'
import { useMatches } from '../../../ui/hooks/use-matches.ts'
import { useDurationText } from '../duration-text.ts'
import { canPause, canResume, canStop, type RunActions } from '../run-actions.ts'
import { doneCount, elapsedOf, runSpent } from '../run-figures.ts'
import { useRuns } from '../workflows-context.ts'
import { BudgetLines } from './BudgetLines.tsx'
import { RunIdentity } from './RunIdentity.tsx'
import { timeLeft } from './time-left.ts'

type RunHeaderProps = {
  readonly run: WorkflowRunListing
  readonly view: WorkflowView
  readonly actions: RunActions
  /** The person pressed the key that stops once; the next press does it. */
  readonly asksStop: boolean
  readonly onFork: () => void
  readonly onCompare: () => void
}

/** Shows the run, its progress, its cost and its actions. */
export function RunHeader({ run, view, actions, asksStop, onFork, onCompare }: RunHeaderProps) {
  const t = useText()
  const numbers = useNumbers()
  const spent = runSpent(view)
  return (
    <section
      aria-label={t('workflows.run')}
      className="figures flex min-h-16 shrink-0 items-center gap-5 border-line border-b px-3 py-2 wide:gap-8 wide:px-4"
    >
      <RunIdentity run={run} view={view} spent={spent} />
      <Stat name={t('workflows.elapsed')}>
        <Elapsed run={run} view={view} />
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
      <BudgetLines run={run} view={view} spent={spent} />
      <div className="flex shrink-0 gap-2">
        {run.state === 'running' ? (
          <PauseButton run={run} onPause={actions.pause} />
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

/** In a narrow window it leaves its words to the name of the run. */
function PauseButton({ run, onPause }: { run: WorkflowRunListing; onPause: () => void }) {
  const t = useText()
  const wide = useMatches('(min-width: 1180px)')
  const words = t(run.pausing ? 'workflows.pausing' : 'workflows.pause')
  const disabled = !canPause(run)
  if (!wide) return <IconButton icon="pause" label={words} disabled={disabled} onClick={onPause} />
  return (
    <Button icon="pause" disabled={disabled} onClick={onPause}>
      {words}
    </Button>
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
    {
      kind: 'action',
      id: 'compare',
      icon: 'link',
      label: t('workflows.compare'),
      keys: ['c'],
      onSelect: onCompare,
    },
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

type StatProps = { readonly name: string; readonly wideOnly?: boolean; readonly children: ReactNode }

function Stat({ name, wideOnly = false, children }: StatProps) {
  return (
    <dl className={classNames('shrink-0', wideOnly && 'max-wide:hidden')}>
      <dt className="text-fg-3 text-xs">{name}</dt>
      <dd className="h-6 whitespace-nowrap font-medium text-lg tracking-tight">{children}</dd>
    </dl>
  )
}

/** Shows the elapsed time. Ticks only while the run is active. */
function Elapsed({ run, view }: TimeProps) {
  const durationText = useDurationText()
  return view.state === 'running' ? <Ticking run={run} view={view} /> : durationText(elapsedOf(view, 0))
}

type TimeProps = { readonly run: WorkflowRunListing; readonly view: WorkflowView }

function Ticking({ run, view }: TimeProps) {
  const t = useText()
  const elapsed = elapsedOf(view, useNow(1_000))
  const runs = useRuns((state) => state.runs) ?? NO_RUNS
  const left = run.pausing ? null : timeLeft(run, runs, elapsed)
  return (
    <>
      {clockText(elapsed)}
      {left === null ? null : (
        <small
          className="pl-1 font-normal text-fg-3 text-sm max-wide:hidden"
          title={t('workflows.left.hint')}
        >
          {left < MINUTE
            ? t('workflows.left.soon')
            : t('workflows.left.minutes', { minutes: Math.ceil(left / MINUTE) })}
        </small>
      )}
    </>
  )
}

const MINUTE = 60_000
const NO_RUNS: readonly WorkflowRunListing[] = []
