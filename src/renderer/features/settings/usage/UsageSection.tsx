import { type ReactNode, useMemo } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import {
  cacheShare,
  dollarsOf,
  type ProjectSpend,
  USAGE_DAYS,
  type UsageDays,
  type UsageReport,
} from '#shared/usage/usage-report.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { LegendKey } from '../../../ui/limits/Meter.tsx'
import { EmptyState } from '../../../ui/panes/EmptyState.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { projectKeys } from './project-keys.ts'
import { SpendChart } from './SpendChart.tsx'
import { SpendTable } from './SpendTable.tsx'
import { agentWords, amountWords, promptOf, smallDollars } from './spend-words.ts'
import type { Usage } from './use-usage.ts'

type UsageSectionProps = {
  readonly usage: Usage
  /** Opens the limits where they are not in view; null where they are. */
  readonly onLimits: (() => void) | null
}

/** Shows usage and cost for today, a week or a month. */
export function UsageSection({ usage, onLimits }: UsageSectionProps) {
  const t = useText()
  const { report, problem } = usage
  return (
    <>
      <UsageHead usage={usage} onLimits={onLimits} />
      {problem === null ? null : <Failure message={problem} onRetry={usage.ask} />}
      {report === null ? (
        problem === null ? (
          <Placeholder rows={12} />
        ) : null
      ) : report.total.requests === 0 ? (
        <EmptyState icon="chart" title={t('usage.nothing')}>
          {t('usage.nothingHint')}
        </EmptyState>
      ) : (
        <UsageFigures report={report} usage={usage} />
      )}
    </>
  )
}

function UsageHead({ usage, onLimits }: UsageSectionProps) {
  const t = useText()
  const { days, projectId, projects } = usage
  const options = [
    { value: 'all', label: t('usage.allProjects') },
    ...projects.map(({ id, name }) => ({ value: id as string, label: name })),
    { value: 'none', label: t('usage.noProject') },
  ]
  return (
    <header className="flex flex-wrap items-center gap-3">
      <h2 className="font-semibold text-lg tracking-tight">{t('settings.usage')}</h2>
      <Segmented
        label={t('usage.period')}
        value={String(days)}
        options={USAGE_DAYS.map((count) => ({
          value: String(count),
          label: count === 1 ? t('usage.today') : t('usage.days', { count }),
        }))}
        onChange={(value) => usage.show(daysIn(value), projectId)}
      />
      <span className="grow" />
      <Select
        look="pick"
        label={t('usage.project')}
        value={projectId === undefined ? 'all' : (projectId ?? 'none')}
        groups={[{ title: null, options }]}
        onChange={(value) => usage.show(days, projectIn(value, projects))}
      />
      {onLimits === null ? null : <Button onClick={onLimits}>{t('usage.limits')}</Button>}
      <Button onClick={usage.exportCsv}>{t('usage.export')}</Button>
    </header>
  )
}

const daysIn = (value: string): UsageDays => USAGE_DAYS.find((each) => String(each) === value) ?? 1

function projectIn(value: string, projects: Usage['projects']): ProjectId | null | undefined {
  if (value === 'none') return null
  return projects.find(({ id }) => id === value)?.id
}

function UsageFigures({ report, usage }: { readonly report: UsageReport; readonly usage: Usage }) {
  const t = useText()
  const nameOf = (project: ProjectSpend) =>
    project.projectId === null ? t('usage.noProject') : (project.name ?? t('usage.goneProject'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: words change with the report at most
  const keys = useMemo(() => projectKeys(report.projects, nameOf, t('usage.others')), [report])
  return (
    <>
      <Totals report={report} />
      {report.days.length > 1 && dollarsOf(report.total) > 0 ? (
        <SpendChart
          report={report}
          keys={keys}
          limits={usage.projectId === null ? null : (usage.state?.limits ?? null)}
        />
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,1fr)] gap-7 @max-[640px]:grid-cols-1">
        <SpendTable
          title={t('usage.byProject')}
          rows={report.projects.map((project) => ({
            ...project,
            id: project.projectId ?? '',
            name: (
              <span className="flex items-center gap-2">
                <LegendKey fill={keys.fillOf(project.projectId)} />
                <span className="truncate">{nameOf(project)}</span>
              </span>
            ),
          }))}
        />
        <SpendTable
          cache
          title={t('usage.byModel')}
          rows={report.models.map((model) => ({
            ...model,
            id: model.model,
            name: (
              // Models of one provider can look alike where their names are cut.
              <span title={model.label}>
                {model.label}
                {model.estimated > 0 ? <span className="text-fg-3"> {t('usage.estimated')}</span> : null}
              </span>
            ),
          }))}
        />
        <SpendTable
          title={t('usage.byAgent')}
          rows={report.agents.map((agent) => ({
            ...agent,
            id: `${agent.kind} ${agent.agent}`,
            name: agentWords(agent, t),
          }))}
        />
      </div>
      {report.total.unpriced === 0 ? null : <Unpriced tokens={report.total.unpriced} />}
    </>
  )
}

function Unpriced({ tokens }: { readonly tokens: number }) {
  const t = useText()
  const numbers = useNumbers()
  return <p className="text-fg-3 text-xs">{t('usage.unpriced', { tokens: numbers.short(tokens) })}</p>
}

/** The figures that sum up everything. */
function Totals({ report: { total, runs } }: { readonly report: UsageReport }) {
  const t = useText()
  const numbers = useNumbers()
  const dollars = dollarsOf(total)
  const share = cacheShare(total)
  const small = (amount: number) => smallDollars(amount, numbers)
  return (
    <section aria-label={t('usage.totals')} className="figures flex flex-wrap gap-x-8 gap-y-3">
      <Figure label={t('usage.spent')} value={amountWords(total, t, numbers)}>
        {t('usage.billedAnd', { billed: small(total.billed), estimated: small(total.estimated) })}
      </Figure>
      <Figure label={t('usage.tokensIn')} value={numbers.short(promptOf(total))}>
        {t('usage.cached', { tokens: numbers.short(total.cacheRead) })}
      </Figure>
      <Figure label={t('usage.tokensOut')} value={numbers.short(total.output)}>
        {t('usage.thinking', { tokens: numbers.short(total.reasoning) })}
      </Figure>
      <Figure label={t('usage.fromCache')} value={share === null ? t('usage.none') : numbers.percent(share)}>
        {total.lost > 0
          ? t('usage.savedAndLost', { saved: small(Math.max(0, total.saved)), lost: small(total.lost) })
          : total.saved > 0
            ? t('usage.saved', { amount: small(total.saved) })
            : t('usage.savedNothing')}
      </Figure>
      <Figure label={t('usage.runs')} value={numbers.whole(runs)}>
        {runs > 0 && dollars > 0
          ? t('usage.average', { amount: small(dollars / runs) })
          : t('usage.requests', { count: total.requests })}
      </Figure>
    </section>
  )
}

type FigureProps = { readonly label: string; readonly value: string; readonly children: ReactNode }

function Figure({ label, value, children }: FigureProps) {
  return (
    <div>
      <div className="font-medium text-fg-2 text-sm">{label}</div>
      <b className="block font-medium text-xl tracking-tight">{value}</b>
      <span className="block text-fg-3 text-xs">{children}</span>
    </div>
  )
}
