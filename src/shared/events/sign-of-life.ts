import type { SessionEvent } from './event.ts'

/** What is also told of a log when the person looks at it, writes to it or changes something about it. */
const OF_OTHERS: ReadonlySet<SessionEvent['kind']> = new Set([
  'context.trace',
  'session.meta',
  'queue.changed',
])

/** True when one of these shows that whoever works in the log still does. */
export function isSignOfLife(events: readonly SessionEvent[]): boolean {
  return events.some(({ kind }) => !OF_OTHERS.has(kind))
}
