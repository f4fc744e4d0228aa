import type { Bar } from './timeline-lanes.ts'

/** A start this little before an end still counts as waiting for it: clocks and queues are not exact. */
const SLACK_MS = 250

/**
 * The chain of agents that kept the run as long as it was: from the one that ended last, each time back to the one
 * whose end let it start. First comes first.
 */
export function criticalPath(bars: readonly Bar[], now: number): readonly Bar[] {
  const byEnd = bars.toSorted((left, right) => endOf(left, now) - endOf(right, now) || right.from - left.from)
  const path: Bar[] = []
  let last = byEnd.at(-1)
  let below = byEnd.length - 1
  while (last !== undefined) {
    path.unshift(last)
    const limit = last.from + SLACK_MS
    // Only an agent that began earlier can have been waited for; this also ends the walk.
    const start = last.from
    below -= 1
    while (below >= 0 && !couldHold(byEnd[below], limit, start, now)) below -= 1
    last = byEnd[below]
  }
  return path
}

function couldHold(bar: Bar | undefined, limit: number, start: number, now: number): boolean {
  return bar !== undefined && bar.from < start && endOf(bar, now) <= limit
}

function endOf(bar: Bar, now: number): number {
  return bar.to ?? now
}
