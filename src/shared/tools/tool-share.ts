/** The share of the window, in percent, that tool definitions of servers may take before they are deferred. */
const USUAL_PERCENT = 2

/** The share of a window, in percent, that a setting `search` leaves to tools of servers; null: tool search is off. */
export function toolShare(search: string | undefined): number | null {
  if (search === 'off') return null
  if (search === 'on') return 0
  const percent = /^auto:(\d+)$/.exec(search ?? '')?.[1]
  return percent === undefined ? USUAL_PERCENT : Number(percent)
}
