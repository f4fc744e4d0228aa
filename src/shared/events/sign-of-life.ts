import type { SessionEvent } from './event.ts'

/** Event kinds that also occur when the person opens a log, writes to it or changes its settings. */
const OF_OTHERS: ReadonlySet<SessionEvent['kind']> = new Set([
  'context.trace',
  'session.meta',
  'queue.changed',
])

/** Whether any of these events shows that the run of this log is still alive. */
export function isSignOfLife(events: readonly SessionEvent[]): boolean {
  return events.some(({ kind }) => !OF_OTHERS.has(kind))
}
