import type { WorkflowView } from '#shared/workflow/fold-workflow.ts'
import { warnLine } from '#shared/workflow/warn-line.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { useNow } from '../../../ui/base/time.ts'
import { Meter } from '../../../ui/limits/Meter.tsx'
import { useCostText } from '../cost-text.ts'
import { type BudgetUse, budgetUses, type Spent } from '../run-figures.ts'
import { useRuns } from '../workflows-context.ts'
import { usdToday } from './usd-today.ts'

type BudgetLinesProps = {
  readonly run: WorkflowRunListing
  readonly view: WorkflowView
  readonly spent: Spent
}

/** The ceiling as a meter: solid is spent, hatched is put aside, the tick warns, the end of the track stops. */
export function BudgetLines({ run, view, spent }: BudgetLinesProps) {
  const t = useText()
  const numbers = useNumbers()
  const costText = useCostText()
  const [use, other] = budgetUses(run, view)
  const cost = costText(spent)
  if (use === undefined) return <NoCeiling view={view} spent={spent} />
  const isMoney = use.of === 'money'
  const textOf = (of: BudgetUse['of'], amount: number) =>
    of === 'money' ? numbers.dollars(amount) : numbers.short(Math.round(amount))
  const words = {
    spent: textOf(use.of, use.spent),
    reserved: textOf(use.of, use.reserved),
    total: textOf(use.of, use.total),
    warn: textOf(use.of, use.warn),
  }
  const also =
    other === undefined
      ? null
      : t(other.of === 'money' ? 'workflows.budget.alsoMoney' : 'workflows.budget.alsoTokens', {
          spent: textOf(other.of, other.spent),
          total: textOf(other.of, other.total),
        })
  const over = use.spent >= use.warn
  return (
    <section aria-label={t('workflows.budget')} className={BOX}>
      <p className={LINE}>
        <span className="truncate">
          <b className={FIGURE}>{words.spent}</b> {t('workflows.budget.spent')}
          {cost === null || isMoney ? '' : ` · ${cost}`}
          {use.reserved === 0
            ? ''
            : ` · ${
                isMoney
                  ? t('workflows.budget.reservedUsd', { amount: words.reserved })
                  : t('workflows.budget.reserved', { tokens: words.reserved })
              }`}
        </span>
        <b className={over ? OVER : FIGURE}>
          {use.left === 0
            ? t('workflows.budget.over')
            : t('workflows.budget.left', { tokens: textOf(use.of, use.left) })}
        </b>
      </p>
      <span className="relative">
        <Meter
          height="tall"
          label={t(isMoney ? 'workflows.budget.labelUsd' : 'workflows.budget.label', words)}
          parts={[
            {
              key: 'spent',
              share: use.spent / use.total,
              fill: view.state === 'running' ? 'live' : 'plain',
            },
            { key: 'reserved', share: use.reserved / use.total, fill: 'held' },
          ]}
        />
        <span
          aria-hidden="true"
          className="absolute -inset-y-[3px] -ml-px w-0.5 rounded-[1px] bg-warn"
          style={{ left: `${(use.warn / use.total) * 100}%` }}
        />
      </span>
      <p className={LINE}>
        <span className={over ? 'text-warn-fg' : ''}>
          {over ? t('workflows.budget.warned') : (also ?? <Today />)}
        </span>
        <span className="truncate">
          {t(isMoney ? 'workflows.budget.linesUsd' : 'workflows.budget.lines', {
            warn: words.warn,
            stop: words.total,
          })}
        </span>
      </p>
    </section>
  )
}

/** Shows today's cost of the project's runs, if all of them are loaded. */
function Today() {
  const t = useText()
  const numbers = useNumbers()
  const runs = useRuns((state) => state.runs) ?? []
  const total = useRuns((state) => state.total)
  const usd = usdToday(runs, total, useNow(HOUR))
  return usd === null ? null : t('workflows.budget.today', { amount: numbers.dollars(usd) })
}

const HOUR = 60 * 60_000

function NoCeiling({ view, spent }: Omit<BudgetLinesProps, 'run'>) {
  const t = useText()
  const numbers = useNumbers()
  const cost = useCostText()(spent)
  const warn = warnLine(view)
  return (
    <section aria-label={t('workflows.budget')} className={BOX}>
      <p className={LINE}>
        <span>
          <b className={FIGURE}>
            {cost ?? t(spent.tokens === 0 ? 'workflows.budget.nothing' : 'workflows.budget.unpriced')}
          </b>{' '}
          {cost === null ? '' : t('workflows.budget.spent')}
        </span>
        <span>{t('workflows.budget.none')}</span>
      </p>
      <p className="truncate text-fg-3 text-xs">
        <b className={warn !== null && spent.output >= warn ? OVER : FIGURE}>{numbers.short(spent.output)}</b>{' '}
        {warn === null
          ? t('workflows.budget.noneHint')
          : t('workflows.budget.warnOnly', { warn: numbers.short(warn) })}
      </p>
    </section>
  )
}

const BOX = 'grid min-w-55 flex-[0_2_336px] gap-1'
const LINE = 'flex justify-between gap-2 whitespace-nowrap text-fg-3 text-xs'
const FIGURE = 'font-medium text-fg'
const OVER = 'font-medium text-warn-fg'
