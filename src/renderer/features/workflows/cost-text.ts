import { useCallback } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import { useNumbers } from '../../ui/numbers.ts'

/** A cost as a column shows it: dollars, "local" when it was free, null while nothing is known. */
export function useCostText() {
  const t = useText()
  const numbers = useNumbers()
  return useCallback(
    (spent: { readonly tokens: number; readonly usd: number | null }) => {
      if (spent.usd === null) return null
      return spent.usd === 0 && spent.tokens > 0 ? t('workflows.local') : numbers.dollars(spent.usd)
    },
    [t, numbers],
  )
}
