import type { NewDurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'

const SESSION = /\bses_[0-9a-z]{8,40}\b/g

/**
 * Replaces the ids of imported logs in events by the new ones, also inside text such as tool answers. Content
 * signed by a provider is unchanged.
 */
export function renameIds(
  events: readonly NewDurableEvent[],
  names: ReadonlyMap<string, SessionId>,
): readonly NewDurableEvent[] {
  if (names.size === 0) return events
  const inside = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return value.includes('ses_') ? value.replace(SESSION, (id) => names.get(id) ?? id) : value
    }
    if (Array.isArray(value)) return value.map(inside)
    if (typeof value !== 'object' || value === null || 'replay' in value) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inside(item)]))
  }
  return events.map((event) => ({ ...event, payload: inside(event.payload) }) as NewDurableEvent)
}
