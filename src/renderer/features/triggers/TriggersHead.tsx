import type { ReactNode } from 'react'
import type { TriggerListing } from '#shared/trigger/trigger.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { useDateText } from '../../ui/base/time.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { utcText } from './utc-text.ts'

type TriggersHeadProps = {
  readonly listings: readonly TriggerListing[]
  readonly onAdd: () => void
  readonly onBack: () => void
  readonly onPauseAll: () => void
}

/** The figures of all triggers, and the way to a new one. */
export function TriggersHead({ listings, onAdd, onBack, onPauseAll }: TriggersHeadProps) {
  const t = useText()
  const dateText = useDateText()
  const on = listings.filter(({ trigger }) => trigger.enabled).length
  const [next] = listings
    .filter(({ nextAt }) => nextAt !== null)
    .toSorted((one, other) => (one.nextAt ?? 0) - (other.nextAt ?? 0))
  const runs = listings.reduce((sum, { week }) => sum + week.runs, 0)
  const usd = listings.reduce((sum, { week }) => sum + week.usd, 0)
  return (
    <header className="flex flex-wrap items-center gap-x-8 gap-y-2 border-line border-b px-4 py-3">
      <div className="min-w-0 grow">
        <h2 className="font-semibold text-lg tracking-tight">
          {t('shell.triggers')}
          {listings.length === 0 ? null : (
            <span className="ml-2 font-normal text-fg-3 text-xs">
              {t('triggers.count', { on, off: listings.length - on })}
            </span>
          )}
        </h2>
        <p className="truncate text-fg-3 text-sm">{t('triggers.about')}</p>
      </div>
      <Stat label={t('triggers.next')}>
        {next === undefined || next.nextAt === null ? (
          t('triggers.none')
        ) : (
          <>
            {dateText(next.nextAt)}
            <span className="ml-2 font-normal text-fg-3 text-sm">
              {t('triggers.utc', { time: utcText(next.nextAt).slice(11) })} · {next.trigger.name}
            </span>
          </>
        )}
      </Stat>
      <Stat label={t('triggers.week')}>
        {t('triggers.runs', { count: runs })}
        <span className="ml-2 font-normal text-fg-3 text-sm">${usd.toFixed(2)}</span>
      </Stat>
      <div className="flex gap-2">
        <Button look="ghost" icon="workflows" onClick={onBack}>
          {t('triggers.openWorkflows')}
        </Button>
        <Button disabled={on === 0} onClick={onPauseAll}>
          {t('triggers.pauseAll')}
        </Button>
        <Button icon="plus" onClick={onAdd}>
          {t('triggers.add')}
        </Button>
      </div>
    </header>
  )
}

function Stat({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="max-medium:hidden">
      <div className="font-medium text-fg-3 text-xs">{label}</div>
      <div className="figures whitespace-nowrap font-medium">{children}</div>
    </div>
  )
}
