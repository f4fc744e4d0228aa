import type { EventId } from '#shared/ids.ts'

/** Returns the event that a row or a call of the transcript is drawn of: its key begins with that event's id. */
export function eventOfKey(key: string): EventId {
  return (/^[^ .]+/.exec(key)?.[0] ?? '') as EventId
}
