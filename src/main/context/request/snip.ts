import type { DurableEvent } from '#shared/events/event.ts'
import { snippedIn } from '#shared/session/snipped.ts'
import type { Entry, Staged, Verdict } from '../branch/entry.ts'

/**
 * Messages the person adds during a run belong to the exchange, whatever the lifetime of such items
 * elsewhere.
 */
const SAID_BY_PERSON: ReadonlySet<string> = new Set(['steer'])

/**
 * Leaves out the exchanges the person has snipped: whole ones, so that no call is parted from its result. What must
 * always be kept, such as that another agent took over, stays.
 */
export function dropSnipped(entries: readonly Entry[], path: readonly DurableEvent[]): Staged<Entry> {
  const { events } = snippedIn(path)
  if (events.size === 0) return { entries, verdicts: [] }
  const verdicts: Verdict[] = []
  const left = entries.filter((entry) => {
    if (entry.eventId === null || !events.has(entry.eventId) || staysAnyway(entry)) return true
    verdicts.push({ eventId: entry.eventId, outcome: 'dropped', rule: 'snip' })
    return false
  })
  return { entries: left, verdicts }
}

function staysAnyway(entry: Entry): boolean {
  if (entry.from === 'item') return entry.mustKeep && !SAID_BY_PERSON.has(entry.kind)
  return entry.from === 'summary'
}
