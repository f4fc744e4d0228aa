import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { EMPTY_WORKFLOW, type WorkflowView } from '#shared/workflow/fold-workflow.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { clockText, useDateText, useNow } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { EmptyState } from '../../../ui/panes/EmptyState.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { useCostText } from '../cost-text.ts'
import { doneCount, elapsedOf, runSpent, shortId } from '../run-figures.ts'
import { RUN_MARKS } from '../runbar/run-marks.ts'
import { useWorkflows } from '../workflows-context.ts'
import { type ComparedRuns, pairsOf } from './compare-runs.ts'
import { PairRow } from './PairRow.tsx'
import { useOthers } from './use-others.ts'

type ComparePageProps = {
  readonly run: WorkflowRunListing
  readonly view: WorkflowView
  readonly onBack: () => void
}

/** Two runs of one script side by side: what differed in prompt, result, time and cost. */
export function ComparePage({ run, view, onBack }: ComparePageProps) {
  const t = useText()
  const dateText = useDateText()
  const { otherRun, app } = useWorkflows()
  const { data: others, problem, reload } = useOthers(run)
  const [chosen, setChosen] = useState<string | null>(null)
  const other = others?.find((each) => each.id === chosen) ?? others?.[0] ?? null
  const sessionId = other?.sessionId ?? null
  useEffect(() => {
    app.attempt(otherRun.open(sessionId))
  }, [otherRun, sessionId, app])
  useEffect(() => () => app.attempt(otherRun.open(null)), [otherRun, app])
  return (
    <section
      aria-label={t('workflows.compare.title')}
      data-pane
      onKeyDown={(event) => {
        const isHere = event.target instanceof Node && event.currentTarget.contains(event.target)
        if (event.key === 'Escape' && isHere) onBack()
      }}
      className="pane min-h-0 flex-1 bg-canvas"
    >
      <div className="flex h-12 shrink-0 items-center gap-3 border-line border-b px-4">
        <Button size="small" look="ghost" autoFocus onClick={onBack}>
          {t('workflows.compare.back')}
        </Button>
        <h2 className="truncate font-semibold text-lg tracking-tight">
          {run.name} <span className="plain-code font-normal text-fg-3 text-sm">{shortId(run.id)}</span>
        </h2>
        <span className="grow" />
        {others === null || other === null ? null : (
          <>
            <span aria-hidden="true" className="text-fg-3 text-sm">
              {t('workflows.compare.with')}
            </span>
            <Select
              label={t('workflows.compare.with')}
              value={other.id}
              onChange={setChosen}
              groups={[
                {
                  title: t('workflows.compare.with'),
                  options: others.map((each) => ({
                    value: each.id,
                    label: shortId(each.id),
                    hint: [
                      each.id === run.forkOf ? t('workflows.compare.origin') : '',
                      dateText(each.createdAt),
                    ]
                      .filter((part) => part !== '')
                      .join(' · '),
                  })),
                },
              ]}
            />
          </>
        )}
      </div>
      {problem !== null ? (
        <div className="p-4">
          <Failure message={problem} onRetry={reload} />
        </div>
      ) : others === null ? (
        <div className="p-4">
          <Placeholder rows={8} rowHeight={40} />
        </div>
      ) : other === null ? (
        <EmptyState icon="workflows" title={t('workflows.compare.title')}>
          {t('workflows.compare.none', { name: run.name })}
        </EmptyState>
      ) : (
        <Both run={run} view={view} other={other} />
      )}
    </section>
  )
}

type BothProps = {
  readonly run: WorkflowRunListing
  readonly view: WorkflowView
  readonly other: WorkflowRunListing
}

function Both({ run, view, other }: BothProps) {
  const { otherRun, app } = useWorkflows()
  const right = useStore(otherRun.store)
  if (right.problem !== null) {
    return (
      <div className="p-4">
        <Failure message={right.problem.message} onRetry={() => app.attempt(otherRun.retry())} />
      </div>
    )
  }
  if (right.sessionId !== other.sessionId) {
    return (
      <div className="p-4">
        <Placeholder rows={8} rowHeight={40} />
      </div>
    )
  }
  return <Table both={[run, other]} left={view} right={right.view ?? EMPTY_WORKFLOW} />
}

type TableProps = {
  readonly both: readonly [WorkflowRunListing, WorkflowRunListing]
  readonly left: WorkflowView
  readonly right: WorkflowView
}

function Table({ both, left, right }: TableProps) {
  const runs: ComparedRuns = [both[0].id, both[1].id]
  const t = useText()
  const [all, setAll] = useState(false)
  const pairs = useMemo(() => pairsOf(left, right), [left, right])
  const shown = all ? pairs : pairs.filter((pair) => pair.differs.length > 0)
  return (
    <div className="min-h-0 flex-1 overflow-auto p-4">
      <div className="flex items-center gap-2 pb-3 text-fg-2 text-sm">
        <Switch label={t('workflows.compare.onlyDifferent')} checked={!all} onChange={(on) => setAll(!on)} />
        <span aria-hidden="true">{t('workflows.compare.onlyDifferent')}</span>
      </div>
      <table className="figures w-full table-fixed text-left text-sm">
        <thead>
          <tr>
            <Head wide>{t('workflows.compare.agent')}</Head>
            {both.map((run) => (
              <Head key={run.id}>
                <RunName run={run} />
              </Head>
            ))}
            <Head wide>{t('workflows.compare.differs')}</Head>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row" className="h-10 border-line border-b px-3 font-medium">
              {t('workflows.compare.totals')}
            </th>
            <WholeCell view={left} />
            <WholeCell view={right} />
            <td className="border-line border-b" />
          </tr>
          {shown.map((pair) => (
            <PairRow key={pair.key} pair={pair} runs={runs} />
          ))}
        </tbody>
      </table>
      {shown.length === 0 ? <p className="p-3 text-fg-3 text-sm">{t('workflows.compare.same')}</p> : null}
    </div>
  )
}

/** Shows the run of a column with its state and start time. */
function RunName({ run }: { run: WorkflowRunListing }) {
  const t = useText()
  const dateText = useDateText()
  const word = t(`workflows.state.${run.state}`)
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Mark state={RUN_MARKS[run.state]} label={word} />
      <span className="plain-code text-fg-2">{shortId(run.id)}</span>
      <span className="truncate font-normal">
        {word} · {dateText(run.createdAt)}
      </span>
    </span>
  )
}

function Head({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <th
      scope="col"
      className={`h-7 border-line border-b px-3 font-medium text-fg-3 text-xs ${wide ? 'w-1/5' : 'w-3/10'}`}
    >
      {children}
    </th>
  )
}

function WholeCell({ view }: { view: WorkflowView }) {
  const numbers = useNumbers()
  const costText = useCostText()
  const now = useNow(10_000)
  const spent = runSpent(view)
  const parts = [
    clockText(elapsedOf(view, now)),
    `${numbers.whole(doneCount(view.agents))}/${numbers.whole(view.agents.length)}`,
    numbers.short(spent.tokens),
    costText(spent),
  ]
  return (
    <td className="border-line border-b px-3 text-fg-2">
      {parts.filter((part) => part !== null).join(' · ')}
    </td>
  )
}
