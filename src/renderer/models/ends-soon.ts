const HALF_A_YEAR_MS = 183 * 24 * 60 * 60 * 1000

/** Whether a model ends within half a year of `now`, or has ended. `day` is `YYYY-MM-DD`. */
export function endsSoon(day: string, now: number): boolean {
  return Date.parse(`${day}T00:00:00Z`) - now < HALF_A_YEAR_MS
}
