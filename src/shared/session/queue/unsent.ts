import { ITEM_FIELDS } from '../../context/item-fields.ts'
import type { DurableEvent } from '../../events/event.ts'
import type { EventId } from '../../ids.ts'

/**
 * Returns the message denied before a model saw it, if the event records one. That message is on a branch of
 * its own.
 */
export function unsentIn(event: DurableEvent): EventId | null {
  return event.kind === 'harness.item' ? ITEM_FIELDS.about(event.payload) : null
}
