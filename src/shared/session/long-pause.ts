import type { DurableEvent } from '../events/event.ts'
import type { EventId, Millis } from '../ids.ts'

/** After so long a pause one has often turned to something else, in milliseconds. */
export const LONG_PAUSE_MS = 8 * 60 * 60 * 1_000
/** A chat shorter than this costs nothing to go on with. */
const FEWEST_EVENTS = 4

/** The end of a chat that was left long ago with everything answered; null for any other. */
export function longPause(
  path: readonly DurableEvent[],
  now: Millis,
): { readonly since: Millis; readonly end: EventId } | null {
  const last = path.at(-1)
  if (last?.kind !== 'message' || last.payload.message.role !== 'assistant') return null
  if (path.length < FEWEST_EVENTS || now - last.ts < LONG_PAUSE_MS) return null
  return { since: last.ts, end: last.id }
}
