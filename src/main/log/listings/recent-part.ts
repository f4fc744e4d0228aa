import type { DurableEvent } from '#shared/events/event.ts'

/** The read part of a branch: all of it, or the part that a model still reads. */
export type PathPart = 'whole' | 'recent'

/** Events kept before the summarised end, so that the newest exchange and the newest token counts are among them. */
const LEAST_BEFORE = 256
/** The most events kept before it, for an exchange that is longer. */
const MOST_BEFORE = 1_024

/**
 * Returns the index at which the recent part of a branch begins; null where these events do not show it. It is the
 * newest compaction with the events it did not summarise, and some before them. The events are the end of a branch, root
 * first; the same branch always has the same recent part, however much of it is given.
 */
export function recentStart(events: readonly DurableEvent[]): number | null {
  const at = events.findLastIndex(({ kind }) => kind === 'compact')
  const compact = events[at]
  if (compact?.kind !== 'compact') return null
  // A compaction without facts says too little about what it summarised.
  if (compact.payload.facts === undefined) return null
  const through = events.findLastIndex(
    (event, index) => index < at && event.id === compact.payload.compactedThrough,
  )
  if (through < 0) return null
  let hasQuestion = false
  let hasAnswer = false
  for (let index = through; index >= 0; index -= 1) {
    const event = events[index]
    if (event?.kind === 'message') {
      hasQuestion ||= event.payload.message.role === 'user'
      hasAnswer ||= event.payload.message.role === 'assistant'
    }
    const before = through - index + 1
    if (before >= MOST_BEFORE || (before >= LEAST_BEFORE && hasQuestion && hasAnswer && isQuestion(event))) {
      return index
    }
  }
  return null
}

/** Whether an event begins an exchange. A part of one could not tell whether the person has left it out. */
function isQuestion(event: DurableEvent | undefined): boolean {
  return event?.kind === 'message' && event.payload.message.role === 'user'
}
