import { useCallback } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import { useNumbers } from '../../ui/base/numbers.ts'

/** A cost as a column shows it: dollars, "local" when it was free, null while nothing is known. */
export function useCostText() {
  const t = useText()
  const numbers = useNumbers()
  return useCallback(
    (spent: { readonly tokens: number; readonly usd: number | null; readonly partly?: boolean }) => {
      if (spent.usd === null) return null
      if (spent.partly === true) return t('workflows.costAtLeast', { cost: numbers.dollars(spent.usd) })
      return spent.usd === 0 && spent.tokens > 0 ? t('workflows.local') : numbers.dollars(spent.usd)
    },
    [t, numbers],
  )
}
