import type { DurableEvent } from '../events/event.ts'
import type { EventId } from '../ids.ts'

/** The message that was refused before a model saw it, where an event tells of one. It stands on a branch of its own. */
export function unsentIn(event: DurableEvent): EventId | null {
  if (event.kind !== 'harness.item' || event.payload.kind !== 'runtime-notice') return null
  return isAbout(event.payload.data) ? event.payload.data.about : null
}

/** Notices carry all kinds of things; one that is about a message names it by its id. */
function isAbout(data: unknown): data is { readonly about: EventId } {
  return typeof data === 'object' && data !== null && 'about' in data && typeof data.about === 'string'
}
