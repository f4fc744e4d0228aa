import type { ReactNode } from 'react'
import { warnLine, warnLineUsd } from '#shared/workflow/warn-line.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { TypedLimits } from '../../../store/workflows/run-forms-store.ts'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { useDurationText } from '../duration-text.ts'
import type { Estimate, Span } from './estimate.ts'
import { budgetOf, budgetUsdOf, warnOf, warnUsdOf } from './limits.ts'

type EstimatePaneProps = { readonly estimate: Estimate | null; readonly limits: TypedLimits }

/** Shows the estimate of the run with its budget and warning threshold. */
export function EstimatePane({ estimate, limits }: EstimatePaneProps) {
  const [budget, warn] = [budgetOf(limits) ?? null, warnOf(limits) ?? null]
  const [budgetUsd, warnUsd] = [budgetUsdOf(limits) ?? null, warnUsdOf(limits) ?? null]
  const t = useText()
  const numbers = useNumbers()
  const durationText = useDurationText()
  const span = ({ from, to }: Span, text: (value: number) => string) =>
    from === to ? text(from) : t('workflows.launch.to', { from: text(from), to: text(to) })
  return (
    <section className="grid gap-3 p-4">
      <header className="flex items-baseline gap-2">
        <h3 className="font-semibold text-fg-2 text-sm">{t('workflows.launch.estimate')}</h3>
        {estimate === null ? null : (
          <span className="text-fg-3 text-xs">
            {t('workflows.launch.estimateFrom', { count: estimate.runs })}
          </span>
        )}
      </header>
      {estimate === null ? (
        <p className="text-fg-3 text-sm">{t('workflows.launch.noEstimate')}</p>
      ) : (
        <>
          <dl className="figures grid grid-cols-2 gap-x-4 gap-y-3">
            <Figure name={t('workflows.agents')}>{span(estimate.agents, numbers.whole)}</Figure>
            <Figure name={t('workflows.launch.time')}>{span(estimate.ms, durationText)}</Figure>
            <Figure name={t('workflows.launch.outputTokens')}>{span(estimate.tokens, numbers.short)}</Figure>
            {estimate.usd === null ? null : (
              <Figure name={t('workflows.cost')}>{span(estimate.usd, numbers.dollars)}</Figure>
            )}
          </dl>
          {budget === null ? null : (
            <RangeBar
              range={estimate.tokens}
              budget={budget}
              warn={warnLine({ warnAt: warn, budget }) ?? budget}
              label={(words) => t('workflows.launch.rangeLabel', words)}
              text={numbers.short}
            />
          )}
          {budgetUsd === null || estimate.usd === null ? null : (
            <RangeBar
              range={estimate.usd}
              budget={budgetUsd}
              warn={warnLineUsd({ warnUsd, budgetUsd }) ?? budgetUsd}
              label={(words) => t('workflows.launch.rangeLabelUsd', words)}
              text={numbers.dollars}
            />
          )}
        </>
      )}
    </section>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-fg-3 text-xs">{name}</dt>
      <dd className="whitespace-nowrap font-medium text-lg tracking-tight">{children}</dd>
    </div>
  )
}

type RangeBarProps = {
  readonly range: Span
  readonly budget: number
  readonly warn: number
  readonly label: (words: { from: string; to: string; total: string }) => string
  readonly text: (amount: number) => string
}

/** Shows the estimate relative to the budget. */
function RangeBar({ range, budget, warn, label, text }: RangeBarProps) {
  const t = useText()
  const share = (value: number) => Math.min(1, value / budget) * 100
  const words = {
    from: text(range.from),
    to: text(range.to),
    total: text(budget),
  }
  return (
    <div className="figures grid gap-1 text-fg-3 text-xs">
      <span role="img" aria-label={label(words)} className="relative h-2 rounded-xs bg-track">
        <span
          className="absolute inset-y-0 rounded-xs bg-bar"
          style={{
            left: `${share(range.from)}%`,
            width: `${Math.max(1, share(range.to) - share(range.from))}%`,
          }}
        />
        <span
          className="absolute -inset-y-[3px] -ml-px w-0.5 rounded-[1px] bg-warn"
          style={{ left: `${share(warn)}%` }}
        />
      </span>
      <span className="flex justify-between">
        <span>0</span>
        <span>{t('workflows.launch.rangeEnds', { warn: text(warn), total: words.total })}</span>
      </span>
      {range.to > warn ? (
        <p className="text-warn-fg">
          {t(range.to > budget ? 'workflows.launch.overBudget' : 'workflows.launch.overWarn')}
        </p>
      ) : null}
    </div>
  )
}
