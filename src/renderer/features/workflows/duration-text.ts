import { useCallback } from 'react'
import { useLocale, useText } from '../../messages/TextProvider.tsx'
import { clockText } from '../../ui/base/time.ts'

/** Returns the duration formatter. Durations below a second show tenths, because a clock would show 0:00. */
export function useDurationText(): (ms: number) => string {
  const t = useText()
  const locale = useLocale()
  return useCallback(
    (ms) => (ms >= 1_000 ? clockText(ms) : t('workflows.seconds', { seconds: tenths(locale, ms) })),
    [t, locale],
  )
}

function tenths(locale: string, ms: number): string {
  const seconds = Math.min(0.9, Math.max(0.1, Math.floor(ms / 100) / 10))
  return seconds.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}
