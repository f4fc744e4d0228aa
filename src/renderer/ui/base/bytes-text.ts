import { useMemo } from 'react'
import { useLocale } from '../../messages/TextProvider.tsx'

const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const

/** A size on the disk in words: 0.9 kB, 1.2 MB, 2 GB. */
export function bytesText(locale: string, bytes: number): string {
  const step = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  const value = bytes / 1024 ** step
  const shape = { style: 'unit', unit: UNITS[step - 1] ?? 'gigabyte', unitDisplay: 'short' } as const
  return new Intl.NumberFormat(locale, { ...shape, maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)
}

export function useBytesText(): (bytes: number) => string {
  const locale = useLocale()
  return useMemo(() => (bytes: number) => bytesText(locale, bytes), [locale])
}
