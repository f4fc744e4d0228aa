import type { ReactNode } from 'react'
import { warnLine } from '#shared/workflow/warn-line.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/numbers.ts'
import { useDurationText } from '../duration-text.ts'
import type { Estimate, Span } from './estimate.ts'

type EstimatePaneProps = {
  readonly estimate: Estimate | null
  readonly budget: number | null
  readonly warn: number | null
}

/** What the run may take, and where its ceiling and its warn line are. */
export function EstimatePane({ estimate, budget, warn }: EstimatePaneProps) {
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
              tokens={estimate.tokens}
              budget={budget}
              warn={warnLine({ warnAt: warn, budget }) ?? budget}
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

/** Where the estimate lies on the way to the ceiling. */
function RangeBar({ tokens, budget, warn }: { tokens: Span; budget: number; warn: number }) {
  const t = useText()
  const numbers = useNumbers()
  const share = (value: number) => Math.min(1, value / budget) * 100
  const words = {
    from: numbers.short(tokens.from),
    to: numbers.short(tokens.to),
    total: numbers.short(budget),
  }
  return (
    <div className="figures grid gap-1 text-fg-3 text-xs">
      <span
        role="img"
        aria-label={t('workflows.launch.rangeLabel', words)}
        className="relative h-2 rounded-xs bg-track"
      >
        <span
          className="absolute inset-y-0 rounded-xs bg-bar"
          style={{
            left: `${share(tokens.from)}%`,
            width: `${Math.max(1, share(tokens.to) - share(tokens.from))}%`,
          }}
        />
        <span
          className="absolute -inset-y-[3px] -ml-px w-0.5 rounded-[1px] bg-warn"
          style={{ left: `${share(warn)}%` }}
        />
      </span>
      <span className="flex justify-between">
        <span>0</span>
        <span>{t('workflows.launch.rangeEnds', { warn: numbers.short(warn), total: words.total })}</span>
      </span>
      {tokens.to > warn ? (
        <p className="text-warn-fg">
          {t(tokens.to > budget ? 'workflows.launch.overBudget' : 'workflows.launch.overWarn')}
        </p>
      ) : null}
    </div>
  )
}
