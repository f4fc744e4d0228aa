import type { DurableEvent } from '../../events/event.ts'
import type { EventId } from '../../ids.ts'

/**
 * Returns the message denied before a model saw it, if the event records one. That message is on a branch of
 * its own.
 */
export function unsentIn(event: DurableEvent): EventId | null {
  if (event.kind !== 'harness.item' || event.payload.kind !== 'runtime-notice') return null
  return isAbout(event.payload.data) ? event.payload.data.about : null
}

/** Notices carry all kinds of things; one that is about a message names it by its id. */
function isAbout(data: unknown): data is { readonly about: EventId } {
  return typeof data === 'object' && data !== null && 'about' in data && typeof data.about === 'string'
}
