import type { RequestReport } from '#shared/context/report.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../../ui/base/numbers.ts'
import { useDateText } from '../../../../ui/base/time.ts'

const FIXED = ['instructions', 'family', 'memory', 'tools', 'made', 'hooks'] as const

/** Shows the size of a request, its source and the parts outside the conversation. */
export function RequestSize({ report }: { report: RequestReport }) {
  const t = useText()
  const numbers = useNumbers()
  const { total, usable, counted, fixed } = report
  const size = { total: numbers.whole(total), usable: numbers.whole(usable) }
  return (
    <div className="grid gap-2 px-4 pb-3">
      <p className="text-fg-2 text-sm">{useOrigin(report)}</p>
      {report.isContinued ? <p className="text-fg-2 text-sm">{t('context.continued')}</p> : null}
      <div className="figures grid gap-0.5">
        <p className="font-medium text-fg">{t('context.sizeOf', size)}</p>
        <p className="text-fg-3 text-xs">
          {counted === null
            ? t('context.notCounted')
            : t('context.counted', {
                counted: numbers.whole(counted),
                off: `${total < counted ? '−' : '+'}${numbers.percent(Math.abs(total - counted) / counted)}`,
              })}
        </p>
      </div>
      <ul className="grid gap-1 text-fg-2 text-sm">
        {FIXED.filter((part) => fixed[part] !== 0).map((part) => (
          <li key={part} className="flex items-center gap-2">
            {t(`context.fixed.${part}`)}
            <span className="figures ml-auto text-fg-3 text-xs">{numbers.whole(fixed[part])}</span>
          </li>
        ))}
      </ul>
      {report.warnings.map((warning) => (
        <p key={warning} className="text-warn-fg text-xs">
          {warning}
        </p>
      ))}
    </div>
  )
}

function useOrigin({ when, source, at }: RequestReport): string {
  const t = useText()
  const dateText = useDateText()
  if (when === 'next' || at === null) return t('context.wouldBe')
  return source === 'kept'
    ? t('context.keptAt', { at: dateText(at) })
    : t('context.rebuiltAt', { at: dateText(at) })
}
