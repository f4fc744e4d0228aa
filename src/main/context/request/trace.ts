import type { TraceRow } from '#shared/context/trace.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { EventId } from '#shared/ids.ts'
import type { Entry, ItemEntry, Verdict } from '../branch/entry.ts'
import type { TokenCounter } from '../budget/count-tokens.ts'

type Fate = Omit<TraceRow, 'eventId'>

/** One row for every event of the path, in its order: what became of it, by which rule, at what price. */
export function traceRequest(
  path: readonly DurableEvent[],
  sent: { readonly entries: readonly Entry[]; readonly systemItems: readonly ItemEntry[] },
  verdicts: readonly Verdict[],
  count: TokenCounter,
): TraceRow[] {
  const fates = new Map<EventId, Fate>()
  for (const { eventId, outcome, rule } of verdicts) fates.set(eventId, { outcome, rule, tokens: 0 })

  const arrived = (eventId: EventId, fate: Fate) => {
    const verdict = fates.get(eventId)
    const truncated = verdict?.outcome === 'truncated'
    fates.set(eventId, truncated ? { ...verdict, tokens: fate.tokens } : fate)
  }
  for (const entry of sent.entries) {
    if (entry.eventId === null) continue
    let tokens = count.message(entry.message)
    for (const item of entry.from === 'message' ? entry.merged : []) {
      const share = itemTokens(item, count)
      tokens -= share
      arrived(item.eventId, { outcome: 'merged', rule: 'place:in-place', tokens: share })
    }
    arrived(entry.eventId, { outcome: 'kept', rule: ruleOf(entry), tokens })
  }
  for (const item of sent.systemItems) {
    arrived(item.eventId, { outcome: 'kept', rule: 'place:system', tokens: itemTokens(item, count) })
  }
  return path.map((event) => ({ eventId: event.id, ...(fates.get(event.id) ?? LOST) }))
}

// Every stage names what it takes away; this row would be a bug that shows.
const LOST: Fate = { outcome: 'dropped', rule: 'unknown', tokens: 0 }

/** Returns the tokens of the items in the system prompt. */
export function weightOf(items: readonly ItemEntry[], count: TokenCounter): number {
  return items.reduce((sum, item) => sum + itemTokens(item, count), 0)
}

/** Returns the tokens of messages without an event. */
export function madeIn(entries: readonly Entry[], count: TokenCounter): number {
  return entries.reduce((sum, entry) => sum + (entry.from === 'made' ? count.message(entry.message) : 0), 0)
}

function itemTokens(item: ItemEntry, count: TokenCounter): number {
  return item.message.parts.reduce((sum, part) => sum + count.part(part), 0)
}

function ruleOf(entry: Entry): string {
  if (entry.from === 'item') return `place:${entry.placement}`
  return entry.from === 'summary' ? 'compact' : 'path'
}
