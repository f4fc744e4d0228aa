import { type ReactNode, useState } from 'react'
import { FIGURE_DAYS, type ProviderFigures } from '#shared/model/figures.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { classNames } from '../../ui/base/class-names.ts'
import { useNumbers } from '../../ui/base/numbers.ts'
import { Mark } from '../../ui/controls/Mark.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'

type Days = (typeof FIGURE_DAYS)[number]

/** Shows the speed and cost of each provider for a chosen time span. */
export function FiguresGroup() {
  const t = useText()
  const [days, setDays] = useState<Days>(FIGURE_DAYS[0])
  const asked = useQuery('model.figures', { days }, { keep: true })
  return (
    <section aria-label={t('settings.figures')} className="@container grid gap-2">
      <header className="flex items-center gap-2">
        <h3 className="grow font-semibold text-fg-2 text-sm">{t('settings.figures')}</h3>
        <Segmented
          label={t('settings.figures.span')}
          value={String(days)}
          options={FIGURE_DAYS.map((count) => ({
            value: String(count),
            label: t('settings.figures.days', { count }),
          }))}
          onChange={(value) => setDays(FIGURE_DAYS.find((each) => String(each) === value) ?? FIGURE_DAYS[0])}
        />
      </header>
      {asked.problem === null ? null : <Failure message={asked.problem} onRetry={asked.reload} />}
      {asked.data === null ? (
        asked.problem === null ? (
          <Placeholder rows={2} />
        ) : null
      ) : asked.data.length === 0 ? (
        <p className="text-fg-2">{t('settings.figures.none')}</p>
      ) : (
        <>
          <FiguresTable list={asked.data} />
          <p className="text-fg-3 text-xs">{t('settings.figures.hint')}</p>
        </>
      )}
    </section>
  )
}

const HEAD = 'h-7 whitespace-nowrap border-line border-b px-3 font-medium text-fg-3 text-xs'
const CELL = 'h-9 whitespace-nowrap border-line border-b px-3 text-fg-2'
/** In a narrow window the token columns are hidden first. */
const ROOMY = '@max-[660px]:hidden'

/** One row a provider. The names of columns and the figures below them end at the same edge. */
function FiguresTable({ list }: { readonly list: readonly ProviderFigures[] }) {
  const t = useText()
  const numbers = useNumbers()
  const none = (words: string) => <span className="text-fg-3">{words}</span>
  const columns: readonly (readonly [string, (of: ProviderFigures) => ReactNode, string?])[] = [
    [t('settings.figures.requests'), ({ requests }) => numbers.whole(requests)],
    [
      t('settings.figures.first'),
      ({ firstMs }) => (firstMs === null ? none(t('settings.figures.notMeasured')) : numbers.took(firstMs)),
    ],
    [
      t('settings.figures.rate'),
      ({ tokensPerSecond }) =>
        tokensPerSecond === null ? none(t('settings.figures.notMeasured')) : numbers.whole(tokensPerSecond),
    ],
    [t('settings.figures.input'), ({ input }) => numbers.short(input), ROOMY],
    [t('settings.figures.cache'), ({ cacheRead }) => numbers.short(cacheRead), ROOMY],
    [t('settings.figures.output'), ({ output }) => numbers.short(output), ROOMY],
    [
      t('settings.figures.cost'),
      ({ cost, requests, failed, hasPlan }) =>
        // Failed requests have no cost.
        requests > 0 && failed === requests
          ? none(t('settings.figures.notMeasured'))
          : cost === null
            ? none(t('settings.figures.priceUnknown'))
            : cost === 0
              ? t(hasPlan ? 'settings.price.plan' : 'settings.price.free')
              : numbers.dollars(cost),
    ],
    [t('settings.figures.failed'), ({ failed }) => <Failed count={failed} />],
  ]
  return (
    <table aria-label={t('settings.figures')} className="-mx-3 w-[calc(100%+24px)] text-left text-sm">
      <thead>
        <tr>
          <th scope="col" className={HEAD}>
            {t('settings.figures.provider')}
          </th>
          {columns.map(([name, , room]) => (
            <th key={name} scope="col" className={classNames(HEAD, 'text-right', room)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {list.map((figures) => (
          <tr key={figures.provider}>
            <th scope="row" className={classNames(CELL, 'max-w-48 truncate font-medium text-fg')}>
              {figures.provider}
            </th>
            {columns.map(([name, show, room]) => (
              <td key={name} className={classNames(CELL, 'figures text-right', room)}>
                {show(figures)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Failed({ count }: { readonly count: number }) {
  const t = useText()
  const numbers = useNumbers()
  if (count === 0) return <span className="text-fg-3">0</span>
  return (
    <span className="inline-flex items-center justify-end gap-1 align-middle text-bad-fg">
      <Mark state="fail" label={t('settings.figures.failed')} />
      {numbers.whole(count)}
    </span>
  )
}
