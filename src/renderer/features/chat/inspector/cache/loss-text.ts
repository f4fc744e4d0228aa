import { useText } from '../../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../../ui/base/numbers.ts'

/** Returns the formatter of small amounts in US dollars; null is an unknown price. */
export function useLossText(): (dollars: number | null) => string {
  const t = useText()
  const numbers = useNumbers()
  return (dollars) => {
    if (dollars === null) return t('context.cache.noPrice')
    return dollars > 0 && dollars < 0.01 ? `<${numbers.dollars(0.01)}` : numbers.dollars(dollars)
  }
}
