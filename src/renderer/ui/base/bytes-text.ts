import { useMemo } from 'react'
import { useLocale } from '../../messages/TextProvider.tsx'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Returns a size on the disk in words: 22 bytes, 1.2 MB, 2 GB. */
export function bytesText(locale: string, bytes: number): string {
  // 1,000 to 1,023 of a unit are shown as 1 of the next one.
  const next = UNITS.findIndex((_, step) => Math.round(bytes / 1024 ** step) < 1_000)
  const step = next === -1 ? UNITS.length - 1 : next
  const value = bytes / 1024 ** step
  const shape = {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 0 && value < 10 ? 1 : 0,
  } as const
  return new Intl.NumberFormat(locale, shape).format(value)
}

export function useBytesText(): (bytes: number) => string {
  const locale = useLocale()
  return useMemo(() => (bytes: number) => bytesText(locale, bytes), [locale])
}
