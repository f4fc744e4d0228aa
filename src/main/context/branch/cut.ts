import type { DurableEvent } from '#shared/events/event.ts'
import type { Verdict } from './entry.ts'

/** The part of a path the model reads, starting with the compaction that replaces the rest. */
export type CutPath = {
  readonly events: readonly DurableEvent[]
  readonly verdicts: readonly Verdict[]
}

/**
 * Returns the part of a path after the newest compaction. Its summary replaces everything up to and including
 * `compactedThrough`; events between that point and the compaction were not summarised and stay.
 */
export function cutPath(path: readonly DurableEvent[]): CutPath {
  const at = path.findLastIndex((event) => event.kind === 'compact')
  const compact = path[at]
  if (compact?.kind !== 'compact') return { events: path, verdicts: [] }

  const through = path.findLastIndex(
    (event, index) => index < at && event.id === compact.payload.compactedThrough,
  )
  // A mark that is not on the path says nothing about where the tail begins; the summary then covers it all.
  const tailFrom = through < 0 ? at : through + 1
  const rule = through < 0 ? 'compact:mark-not-on-path' : 'compact'
  const events: DurableEvent[] = [compact]
  const verdicts: Verdict[] = []
  path.forEach((event, index) => {
    if (event === compact) return
    // An older compaction in the tail is part of what the newest one summarises.
    if (index < tailFrom || event.kind === 'compact') {
      verdicts.push({ eventId: event.id, outcome: 'summarised', rule })
    } else {
      events.push(event)
    }
  })
  return { events, verdicts }
}
