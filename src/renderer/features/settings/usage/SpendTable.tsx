import type { ReactNode } from 'react'
import { dollarsOf, type Spend } from '#shared/usage/usage-report.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { Meter } from '../../../ui/limits/Meter.tsx'
import { amountWords, cacheWords, promptOf } from './spend-words.ts'

type SpendRow = Spend & { readonly id: string; readonly name: ReactNode }

type SpendTableProps = {
  readonly title: string
  readonly rows: readonly SpendRow[]
  /** Whether the share that came from the cache is shown. */
  readonly cache?: boolean
}

/** Shows spending per item, most expensive first, with bars. */
export function SpendTable({ title, rows, cache = false }: SpendTableProps) {
  const t = useText()
  const numbers = useNumbers()
  const isFree = rows.every((row) => dollarsOf(row) === 0)
  const size = (row: Spend) => (isFree ? promptOf(row) + row.output : dollarsOf(row))
  const most = Math.max(1e-9, ...rows.map(size))
  return (
    <section aria-label={title} className="min-w-0">
      <table className="w-full text-sm">
        <thead>
          <tr className="h-7 border-line border-b text-left">
            <th scope="col" className="w-full whitespace-nowrap font-semibold text-fg-2">
              {title}
            </th>
            {cache ? (
              <th scope="col" className="whitespace-nowrap pl-2 text-right font-normal text-fg-3 text-xs">
                {t('usage.fromCache')}
              </th>
            ) : null}
            <th scope="col">
              <span className="unseen">{t('usage.amount')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="h-7">
              <th scope="row" className="max-w-0 truncate text-left font-normal text-fg-2">
                {row.name}
              </th>
              {cache ? (
                <td className="figures text-right text-fg-3 text-xs">{cacheWords(row, t, numbers)}</td>
              ) : null}
              <td className="pl-3">
                <span className="figures flex items-center justify-end gap-3">
                  <span aria-hidden="true" className="w-8 max-wide:hidden">
                    <Meter label="" parts={[{ key: 'share', share: size(row) / most, fill: 'plain' }]} />
                  </span>
                  <span
                    className="min-w-12 whitespace-nowrap text-right"
                    title={t('usage.requests', { count: row.requests })}
                  >
                    {amountWords(row, t, numbers)}
                  </span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
