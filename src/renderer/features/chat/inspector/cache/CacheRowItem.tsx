import type { CacheRow, CacheState } from '#shared/context/cache-ledger.ts'
import { type Text, useText } from '../../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../../ui/base/numbers.ts'
import { useTimeText } from '../../../../ui/base/time.ts'
import { Mark, type MarkState } from '../../../../ui/controls/Mark.tsx'
import { useLossText } from './loss-text.ts'

const MARKS: Readonly<Record<CacheState, MarkState>> = {
  hit: 'done',
  partial: 'wait',
  miss: 'fail',
  first: 'pend',
  small: 'pend',
  off: 'stop',
  unknown: 'pend',
}

/** One request of the cache ledger: its hit, and for a miss the reason, the first difference and the cost. */
export function CacheRowItem({ row }: { readonly row: CacheRow }) {
  const t = useText()
  const numbers = useNumbers()
  const timeText = useTimeText()
  const lossText = useLossText()
  const { state, read, prompt, expected, difference, lost, reason } = row
  const stateWord = t(`context.cache.state.${state}`)
  const figures = [
    t('context.cache.readOf', { read: numbers.short(read), prompt: numbers.short(prompt) }),
    ...(expected === null ? [] : [t('context.cache.predicted', { expected: numbers.short(expected) })]),
  ]
  return (
    <li className="grid gap-0.5 border-line border-b py-1.5 last:border-b-0">
      <div className="flex items-center gap-2">
        <Mark state={MARKS[state]} label={stateWord} />
        <span aria-hidden className="font-medium text-fg-2">
          {stateWord}
        </span>
        <span className="figures ml-auto text-fg-3 text-xs">{timeText(row.at)}</span>
      </div>
      <p className="figures text-fg-3 text-xs">{figures.join(' · ')}</p>
      {state === 'unknown' ? <p className="text-fg-3 text-xs">{t('context.cache.unknownHint')}</p> : null}
      {reason === null ? null : (
        <p className="flex items-baseline gap-2 text-fg-2 text-xs">
          <span className="grow">{reasonText(row, t)}</span>
          {lost === null || lost === 0 ? null : (
            <span className="figures shrink-0 text-warn">
              {t('context.cache.cost', { dollars: lossText(lost) })}
            </span>
          )}
        </p>
      )}
      {difference !== null && 'was' in difference ? (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs">
          <dt className="text-fg-3">{t('context.cache.was')}</dt>
          <dd className="truncate plain-code text-fg-2">{difference.was}</dd>
          <dt className="text-fg-3">{t('context.cache.now')}</dt>
          <dd className="truncate plain-code text-fg-2">{difference.now}</dd>
        </dl>
      ) : null}
    </li>
  )
}

function reasonText({ reason, difference }: CacheRow, t: Text): string {
  if (reason === null) return ''
  if (reason === 'tools') {
    const tool = difference?.in === 'tools' ? difference.tool : null
    return tool === null ? t('context.cache.reason.tools') : t('context.cache.reason.toolsAt', { tool })
  }
  if (difference?.in === 'system' && reason === 'system') {
    return t('context.cache.reason.system', { at: difference.at })
  }
  if (difference?.in === 'message' && reason === 'message') {
    return t('context.cache.reason.message', { number: difference.index + 1, at: difference.at })
  }
  return t(`context.cache.reason.${reason}`, { at: 0, number: 0 })
}
