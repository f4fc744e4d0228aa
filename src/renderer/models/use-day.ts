import { useMemo } from 'react'
import { useLocale } from '../messages/TextProvider.tsx'

/** Returns how to write a day that is given as `YYYY-MM-DD`. */
export function useDay(): (day: string) => string {
  const locale = useLocale()
  return useMemo(() => {
    const shape = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
    const format = new Intl.DateTimeFormat(locale, shape)
    return (day) => format.format(Date.parse(`${day}T00:00:00Z`))
  }, [locale])
}
