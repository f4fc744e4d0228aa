/** The local calendar day of a moment, as `2026-11-27`. */
export function localDay(ms: number): string {
  const at = new Date(ms)
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
}

/** The local day so many days before a moment. Summer time does not shift it. */
export function dayBefore(ms: number, days: number): string {
  const at = new Date(ms)
  return localDay(new Date(at.getFullYear(), at.getMonth(), at.getDate() - days, 12).getTime())
}

/** The first day of the month of a day. */
export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`
}

const twoDigits = (count: number): string => String(count).padStart(2, '0')
