import { dollarsOf, type SpendLimits, type UsageReport } from '#shared/usage/usage-report.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { useShortDayText } from '../../../ui/base/time.ts'
import { LegendKey } from '../../../ui/limits/Meter.tsx'
import { niceSteps } from './nice-scale.ts'
import { PROJECT_FILLS, type ProjectKeys } from './project-keys.ts'
import { smallDollars } from './spend-words.ts'

type SpendChartProps = {
  readonly report: UsageReport
  readonly keys: ProjectKeys
  /** The limits of a day; null where the report is of one project only. */
  readonly limits: SpendLimits | null
}

/** Shows the cost per day and project with the daily limits, and the same as a table for screen readers. */
export function SpendChart({ report, keys, limits }: SpendChartProps) {
  const t = useText()
  const numbers = useNumbers()
  const day = useDayOf()
  const most = Math.max(...report.days.map(dollarsOf))
  // A limit far above all bars would flatten them.
  const lines = (['warnPerDay', 'stopPerDay'] as const).flatMap((line) => {
    const at = limits?.[line] ?? null
    return at !== null && at <= most * 2 ? [{ line, at }] : []
  })
  const steps = niceSteps(Math.max(most, ...lines.map(({ at }) => at)))
  const top = steps.at(-1) ?? 1
  const highest = report.days.reduce((one, other) => (dollarsOf(other) > dollarsOf(one) ? other : one))
  const label = t('usage.chartLabel', {
    from: day(report.from),
    until: day(report.until),
    day: day(highest.day),
    amount: smallDollars(most, numbers),
  })
  return (
    <figure aria-label={label} className="grid gap-2">
      <figcaption className="flex flex-wrap items-center gap-x-4">
        <h3 className="grow font-semibold text-fg-2 text-sm">{t('usage.perDay')}</h3>
        {keys.legend.map(({ id, name, fill }) => (
          <span key={id} className="inline-flex items-center gap-1.5 text-fg-2 text-xs">
            <LegendKey fill={fill} />
            {name}
          </span>
        ))}
      </figcaption>
      <div aria-hidden="true" className="figures relative mb-5 ml-8 h-52 text-[10px] text-fg-3">
        {steps.map((step) => (
          <div
            key={step}
            className="absolute inset-x-0 border-line border-t"
            style={{ bottom: `${(step / top) * 100}%` }}
          >
            <span className="-translate-y-1/2 absolute right-full mr-2">
              {axisWords(step, top, numbers.dollars)}
            </span>
          </div>
        ))}
        {lines.map(({ line, at }) => (
          <div key={line} className={LINE_LOOKS[line]} style={{ bottom: `${(at / top) * 100}%` }}>
            <span className="absolute right-0 bottom-0.5 bg-canvas pl-1">
              {t(line === 'warnPerDay' ? 'usage.warnLine' : 'usage.stopLine', {
                amount: numbers.dollars(at),
              })}
            </span>
          </div>
        ))}
        <div className="absolute inset-0 flex items-end">
          {report.days.map((of, at) => (
            <div
              key={of.day}
              className="relative flex h-full min-w-0 flex-1 flex-col items-center justify-end"
            >
              <div
                className="flex w-2/3 max-w-12 flex-col-reverse gap-px"
                style={{ height: `${(dollarsOf(of) / top) * 100}%` }}
                title={`${day(of.day)}: ${smallDollars(dollarsOf(of), numbers)}`}
              >
                {of.projects.map(({ projectId, dollars }) => (
                  <div
                    key={projectId ?? ''}
                    className={PROJECT_FILLS[keys.fillOf(projectId)]}
                    style={{ flexGrow: dollars, minHeight: dollars > 0 ? 1 : 0 }}
                  />
                ))}
              </div>
              {isNamed(at, report.days.length) ? (
                <span className="-translate-x-1/2 absolute top-full left-1/2 mt-1 whitespace-nowrap">
                  {at === report.days.length - 1 ? t('usage.today') : day(of.day)}
                </span>
              ) : null}
            </div>
          ))}
        </div>
      </div>
      <table className="unseen">
        <caption>{t('usage.perDay')}</caption>
        <tbody>
          {report.days.map((of) => (
            <tr key={of.day}>
              <th scope="row">{day(of.day)}</th>
              <td>{smallDollars(dollarsOf(of), numbers)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

const LINE_LOOKS = {
  warnPerDay: 'absolute inset-x-0 z-1 border-warn border-t border-dashed',
  stopPerDay: 'absolute inset-x-0 z-1 border-bad border-t border-dashed',
} as const

function axisWords(step: number, top: number, dollars: (value: number) => string): string {
  return top >= 3 ? `$${Math.round(step * 10) / 10}` : dollars(step)
}

/** Each day of a week has its name; of a month every seventh, counted back from today. */
const isNamed = (at: number, count: number): boolean => count <= 7 || (count - 1 - at) % 7 === 0

/** A local day in words, without its year. */
function useDayOf(): (day: string) => string {
  const date = useShortDayText()
  return (day) => date(new Date(`${day}T12:00:00`).getTime())
}
