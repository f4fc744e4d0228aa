import type { SessionListing } from '#shared/session/session.ts'

/** The group of a chat: pinned, then by the day of its last activity. */
export const TIME_GROUPS = ['pinned', 'today', 'yesterday', 'week', 'month', 'older'] as const
export type TimeGroup = (typeof TIME_GROUPS)[number]

type Listed = Pick<SessionListing, 'updatedAt' | 'pinned'>

/** The chats under their headings, in the order they came; a heading without chats is left out. */
export function timeGroups<T extends Listed>(
  rows: readonly T[],
  now: number,
): readonly { readonly group: TimeGroup; readonly rows: readonly T[] }[] {
  const starts = startsAt(now)
  return TIME_GROUPS.map((group) => ({
    group,
    rows: rows.filter((row) => groupOf(row, starts) === group),
  })).filter((each) => each.rows.length > 0)
}

type Starts = {
  readonly today: number
  readonly yesterday: number
  readonly week: number
  readonly month: number
}

/** The first moments of days, weeks and months where the person is. A day need not have 24 hours. */
function startsAt(now: number): Starts {
  const date = new Date(now)
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  const sinceMonday = (date.getDay() + 6) % 7
  const at = (days: number): number => new Date(year, month, days).getTime()
  return { today: at(day), yesterday: at(day - 1), week: at(day - sinceMonday), month: at(1) }
}

function groupOf({ updatedAt, pinned }: Listed, starts: Starts): TimeGroup {
  if (pinned === true) return 'pinned'
  if (updatedAt >= starts.today) return 'today'
  if (updatedAt >= starts.yesterday) return 'yesterday'
  if (updatedAt >= starts.week) return 'week'
  return updatedAt >= starts.month ? 'month' : 'older'
}
